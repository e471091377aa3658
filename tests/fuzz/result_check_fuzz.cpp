// Any bytes as the result of a worker: answers are taken only if they have a line for each line of
// their block and a tally that agrees, and an error becomes part of one line. The first byte says
// how many lines the block has, the text up to the first 0 is the tally.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/redis/result_check.hpp"

using namespace puzzled::redis;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint64_t lines = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string_view tally = text.substr(0, text.find('\0'));
  const std::string_view answers = text.substr(std::min(tally.size() + 1, text.size()));
  const auto ends = static_cast<std::uint64_t>(std::count(answers.begin(), answers.end(), '\n'));

  const auto parsed = parse_tally(tally);
  const auto checked = check_answers(answers, tally, lines);
  if (checked) {
    require(ends == lines && (answers.empty() || answers.back() == '\n'));
    require(parsed && checked->lines == lines && checked->counts.puzzles() <= lines);
  } else {
    const std::string& message = checked.error().message;
    require(!message.empty() && message.find('\n') == std::string::npos);
  }
  // The same answers with the tally that belongs to them.
  const bool ends_with_line = answers.empty() || answers.back() == '\n';
  const std::string own = "solved=0 unsolvable=0 invalid=0 timeout=0 lines=" + std::to_string(ends);
  require(static_cast<bool>(check_answers(answers, own, ends)) == ends_with_line);

  for (const char sign : error_text(text)) require(sign >= ' ' && sign <= '~');
  require(error_text(text).size() <= 203);
  return 0;
}
