#include "core/sudoku/text/column_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/line_content.hpp"

namespace puzzled::sudoku {

bool is_usual_name(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), lower_case);
  return std::ranges::any_of(
      std::array<std::string_view, 6>{"puzzle", "quiz", "sudoku", "question", "given", "clue"},
      [&](std::string_view word) { return lower.find(word) != kNone; });
}

bool are_counted(const std::vector<std::string_view>& names) {
  const std::size_t before = !names.empty() && std::ranges::none_of(names[0], is_digit) ? 1 : 0;
  if (names.size() <= before) return false;
  const std::size_t first = names[before] == "0" ? 0 : 1;
  for (std::size_t i = before; i < names.size(); ++i) {
    if (names[i] != std::to_string(i - before + first)) return false;
  }
  // `1` and `1,2` may be a record.
  constexpr std::size_t kMinNames = 3;
  return first == 0 || names.size() >= before + kMinNames;
}

std::string_view behind_row_name(std::string_view line) {
  std::size_t end = line.find_first_of(",;\t");
  if (end == kNone) end = line.find(' ', std::min(line.find_first_not_of(' '), line.size()));
  if (end != kNone) line.remove_prefix(end + 1);
  return line;
}

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kGaps = " |";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kGaps); at != kNone;) {
    const std::size_t end = std::min(line.find_first_of(kGaps, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kGaps, end);
  }
  return words;
}

bool is_board_header(const std::vector<std::string_view>& names,
                     const std::vector<std::string_view>& values) {
  if (names.size() != kSide && names.size() != kSide + 1) return false;
  const std::size_t before = names.size() - kSide;
  if (before == 1 && values.size() != names.size()) return false;
  if (before == 1 && !names[0].empty() && !is_letter(names[0].front())) return false;
  // 0 to 8 cannot be a row; 1 to 9 can, but not with names of rows in front.
  for (std::size_t i = 0; i < kSide; ++i) {
    const std::string_view name = names[before + i];
    const bool is_counted = name.size() == 1 && name[0] == static_cast<char>('0' + i);
    const bool is_word = !name.empty() && is_letter(name.front()) && name.size() > 1;
    const bool has_row_names = before == 1 || values.size() == kSide + 1;
    const auto is_next_to = [&](char first) {
      return has_row_names && name.size() == 1 &&
             lower_case(name[0]) == static_cast<char>(first + static_cast<char>(i));
    };
    if (!is_counted && !is_word && !is_next_to('1') && !is_next_to('a')) return false;
  }
  const bool are_words =
      std::ranges::all_of(names, [](std::string_view name) { return !value_of_word(name); });
  return before == 1 || values.size() == kSide + 1 || names[0] == "0" || are_words;
}

}  // namespace puzzled::sudoku
