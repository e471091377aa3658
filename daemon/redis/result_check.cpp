#include "daemon/redis/result_check.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "daemon/base/os/message.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::redis {
namespace {

constexpr std::size_t kMaxErrorText = 200;

/// A member of a tally and where its number goes.
struct Member {
  std::string_view name;
  std::uint64_t* target;
  bool is_set = false;
};

/// std::count() looks at one byte after another: that was a quarter of a feeder's time.
std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t count = 0;
  while (!text.empty()) {
    const void* const found = std::memchr(text.data(), '\n', text.size());
    if (found == nullptr) break;
    text.remove_prefix(static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) + 1);
    ++count;
  }
  return count;
}

}  // namespace

std::optional<BlockTally> parse_tally(std::string_view text) {
  BlockTally tally;
  Member members[] = {{"solved", &tally.counts.solved},
                      {"unsolvable", &tally.counts.unsolvable},
                      {"invalid", &tally.counts.invalid},
                      {"timeout", &tally.counts.timed_out},
                      {"lines", &tally.lines}};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto member = std::find_if(std::begin(members), std::end(members), [&](const Member& m) {
      return m.name == word.substr(0, equals);
    });
    if (member == std::end(members)) continue;
    const std::optional<std::uint64_t> number = parse_whole<std::uint64_t>(word.substr(equals + 1));
    if (!number || member->is_set) return std::nullopt;
    *member->target = *number;
    member->is_set = true;
  }
  const bool has_all =
      std::all_of(std::begin(members), std::end(members), [](const Member& m) { return m.is_set; });
  if (!has_all) return std::nullopt;
  return tally;
}

Result<BlockTally> check_answers(std::string_view answers, std::string_view tally,
                                 std::uint64_t lines) {
  const std::uint64_t ends = count_line_ends(answers);
  const std::uint64_t has = ends + (answers.empty() || answers.back() == '\n' ? 0 : 1);
  if (has != lines) {
    return Error{"its result has " + plural(has, "line") + " for " + plural(lines, "line")};
  }
  if (has != ends) return Error{"its result does not end with a line feed"};
  const std::optional<BlockTally> parsed = parse_tally(tally);
  if (!parsed) {
    return Error{
        "its result has no tally such as 'solved=1 unsolvable=0 invalid=0 timeout=0 "
        "lines=1', but '" +
        error_text(tally) + "'"};
  }
  // Each count is compared by itself, so that no sum overflows.
  const sudoku::Tally& counts = parsed->counts;
  const bool fits = counts.solved <= lines && counts.unsolvable <= lines &&
                    counts.invalid <= lines && counts.timed_out <= lines &&
                    counts.puzzles() <= lines;
  if (parsed->lines != lines || !fits) {
    return Error{"the tally of its result, '" + error_text(tally) + "', is not one of " +
                 plural(lines, "line")};
  }
  return *parsed;
}

std::string error_text(std::string_view text) {
  std::string shown(text.substr(0, kMaxErrorText));
  for (char& sign : shown) {
    if (sign < ' ' || sign > '~') sign = '?';
  }
  if (text.size() > kMaxErrorText) shown += "...";
  return shown;
}

}  // namespace puzzled::redis
