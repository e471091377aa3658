#include "core/variants/text/puzzle_line.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/variants/text/rule_text.hpp"

namespace puzzled::variants {
namespace {

std::string_view without_spaces_around(std::string_view line) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t begin = line.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kSpaces) + 1 - begin);
}

/// Rows of cells may have `~` for blanks, and points; a constraint string has letters.
RuleForm form_of_line(std::string_view line) {
  const RuleForm form = find_form(line);
  const bool has_letter = std::ranges::any_of(
      line, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  return form == RuleForm::kIss && !has_letter ? RuleForm::kNone : form;
}

}  // namespace

bool is_puzzle_line(std::string_view line) {
  return form_of_line(without_spaces_around(line)) != RuleForm::kNone;
}

bool is_certain_puzzle_line(std::string_view line) {
  line = without_spaces_around(line);
  // Most lines begin with neither, and have no size of the older forms.
  constexpr std::string_view kFirst = ".{hwfsSNc";
  constexpr std::size_t kSizes[] = {81, 162, 729};
  const bool may_be_old =
      std::ranges::find(kSizes, line.size()) != std::end(kSizes) || line.starts_with("3x3:");
  if (line.empty() || (!may_be_old && kFirst.find(line.front()) == std::string_view::npos)) {
    return false;
  }
  const RuleForm form = form_of_line(line);
  if (form == RuleForm::kLongKiller)
    return line.starts_with("3x3::k:") || line.starts_with("3x3:d:k:");
  return form != RuleForm::kNone && (form != RuleForm::kJigsaw || line.size() == 162);
}

Result<Puzzle> read_puzzle_line(std::string_view line, int size) {
  line = without_spaces_around(line);
  Result<Puzzle> puzzle = read_rules(find_form(line), line);
  if (!puzzle || size == 0 || puzzle->size == size) return puzzle;
  const auto text = [](int side) { return std::to_string(side) + 'x' + std::to_string(side); };
  return Error{"a board of " + text(puzzle->size) + " instead of " + text(size)};
}

}  // namespace puzzled::variants
