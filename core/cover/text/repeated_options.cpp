#include "core/cover/text/repeated_options.hpp"

#include <algorithm>
#include <vector>

#include "core/cover/equal_options.hpp"

namespace puzzled::cover::text {

void find_repeated_options(ReadProblem& read, std::string_view text, std::uint64_t first_line,
                           const StopFlag& stop) {
  const std::vector<std::uint32_t> first = first_equal_options(read.named.problem, stop);
  std::size_t counted_to = 0;  // an offset in the text: its line is `line`
  std::uint64_t line = first_line;
  for (std::uint32_t option = 0; option < first.size(); ++option) {
    if (first[option] == option) continue;
    if (read.repeated_options++ >= kMaxWarnings) continue;
    const char* const word = text.data() + read.option_texts[option].begin;
    line += static_cast<std::uint64_t>(std::count(text.data() + counted_to, word, '\n'));
    counted_to = read.option_texts[option].begin;
    const std::size_t line_begin = text.rfind('\n', counted_to) + 1;  // (npos + 1 is 0)
    read.warnings.push_back({line, counted_to - line_begin + 1,
                             "option " + std::to_string(option + 1) +
                                 " has the same items as option " +
                                 std::to_string(first[option] + 1)});
  }
}

}  // namespace puzzled::cover::text
