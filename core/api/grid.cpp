// Grids as text, and what is wrong with them.
#include <algorithm>
#include <string>

#include "core/api/one_puzzle.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/lines.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {
namespace {

std::string out_of_range(const char* what, int most, int given) {
  return std::string("the ") + what + " must be from 0 to " + std::to_string(most) + " (got " +
         std::to_string(given) + ')';
}

}  // namespace

Result<> TextOptions::check() const {
  if (sudoku::BlankSigns::are_valid(blank)) return {};
  return Error{"blank must be at most " + std::to_string(sudoku::BlankSigns::kMaxBytes) +
               " bytes, and neither digits from 1 to 9 nor white space"};
}

Result<Grid> Grid::parse(std::string_view text, const TextOptions& options) {
  if (const Result<> checked = options.check(); !checked) return checked.error();
  const Result<sudoku::Grid> puzzle = read_one_puzzle(
      text, {.column = options.column, .blanks = sudoku::BlankSigns(options.blank)});
  if (!puzzle) return puzzle.error();
  return unchecked(puzzle->digits);
}

Result<Grid> Grid::from_digits(std::span<const std::uint8_t> digits) {
  if (digits.size() != kCells) {
    return Error{std::to_string(digits.size()) + " digits instead of 81"};
  }
  const auto wrong = std::ranges::find_if(digits, [](std::uint8_t digit) { return digit > kSide; });
  if (wrong != digits.end()) {
    const auto cell = wrong - digits.begin();
    return Error{"the digit of r" + std::to_string(cell / kSide + 1) + 'c' +
                 std::to_string(cell % kSide + 1) + " must be from 0 to 9 (got " +
                 std::to_string(*wrong) + ')'};
  }
  Grid grid;
  std::ranges::copy(digits, grid.digits_.begin());
  return grid;
}

Result<> Grid::set(int row, int column, int digit) {
  if (row < 0 || row >= kSide) return Error{out_of_range("row", kSide - 1, row)};
  if (column < 0 || column >= kSide) return Error{out_of_range("column", kSide - 1, column)};
  if (digit < 0 || digit > kSide) return Error{out_of_range("digit", kSide, digit)};
  digits_[static_cast<std::size_t>(kSide * row + column)] = static_cast<std::uint8_t>(digit);
  return {};
}

std::string to_string(const Grid& grid, char blank) {
  std::string text;
  text.reserve(Grid::kCells);
  for (const std::uint8_t digit : grid.digits()) {
    text += digit == 0 ? blank : static_cast<char>('0' + digit);
  }
  return text;
}

std::optional<int> parse_cell(std::string_view text, std::string_view blank) {
  text = sudoku::trimmed(text);
  if (text.empty()) return 0;
  if (text.size() == 1 && sudoku::is_cell(text[0])) return sudoku::cell_value(text[0]);
  // A part of a sign is not UTF-8, which texts are.
  const bool is_sign = sudoku::utf8_size(text) == text.size() && blank.find(text) != blank.npos;
  return is_sign ? std::optional(0) : std::nullopt;
}

Result<> check_clues(const Grid& puzzle) {
  const auto conflict = sudoku::find_conflict(sudoku::Grid{puzzle.digits()});
  if (conflict) return Error{sudoku::to_text(*conflict)};
  return {};
}

}  // namespace puzzled
