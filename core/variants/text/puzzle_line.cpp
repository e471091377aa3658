#include "core/variants/text/puzzle_line.hpp"

#include "core/variants/text/rule_text.hpp"

namespace puzzled::variants {
namespace {

std::string_view without_spaces_around(std::string_view line) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t begin = line.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kSpaces) + 1 - begin);
}

}  // namespace

bool is_puzzle_line(std::string_view line) {
  return find_form(without_spaces_around(line)) != RuleForm::kNone;
}

Result<Puzzle> read_puzzle_line(std::string_view line) {
  line = without_spaces_around(line);
  return read_rules(find_form(line), line);
}

}  // namespace puzzled::variants
