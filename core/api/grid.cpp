// Grids as text, and what is wrong with them.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/likely_cause.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "puzzled/result.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {
namespace {

using sudoku::PuzzleReader;

/// Whether `cells` is a full grid, as solutions are.
bool is_full_grid(std::string_view cells) {
  return cells.size() == sudoku::kCells &&
         std::ranges::all_of(cells, [](char c) { return c >= '1' && c <= '9'; });
}

/// Reads a text that is one line and begins with 81 cells, behind which nothing comes but the
/// solution, or what is too short for a second puzzle. False: it takes a closer look.
bool read_plain_line(std::string_view text, sudoku::Grid& grid) {
  if (text.size() < sudoku::kCells || text.size() > 2 * sudoku::kCells + 3) return false;
  if (sudoku::read_cells(text, grid) != sudoku::kCells) return false;
  std::string_view behind = text.substr(sudoku::kCells);
  if (behind.ends_with('\n')) behind.remove_suffix(1);
  if (behind.ends_with('\r')) behind.remove_suffix(1);
  if (behind.empty()) return true;
  if (!sudoku::ends_cells(behind.front()) || behind.find('\n') != std::string_view::npos) {
    return false;
  }
  return behind.size() <= sudoku::kCells || is_full_grid(behind.substr(1));
}

/// Goes through all puzzles of a text, however long it is: the error says how many there are.
class TextScan {
 public:
  TextScan(std::string_view text, const sudoku::FormRequest& request)
      : text_(text), form_(*sudoku::detect_form(text, true, request)) {}

  Result<sudoku::Grid> run(std::string_view column) {
    if (form_.is_refused()) return Error{form_.reason_to_refuse(column)};
    sudoku::BlockContext context;
    std::string_view rest = text_;
    while (!rest.empty() && !error_) {
      const sudoku::BlockCut cut = sudoku::cut_block(rest, form_, context, true, false, nullptr);
      if (cut.size == 0) break;
      sudoku::TextForm form = form_;
      form.has_quotes = cut.has_quotes;
      read_block(rest.substr(0, cut.size), form, context);
      rest.remove_prefix(cut.size);
      context = cut.next;
      if (cut.ended) {
        check_behind_end(rest);
        break;
      }
    }
    if (error_) return *error_;
    if (puzzles_ == 1) return grid_;
    return puzzles_ == 0 ? none() : several();
  }

 private:
  void read_block(std::string_view block, const sudoku::TextForm& form,
                  const sudoku::BlockContext& context) {
    using Item = PuzzleReader::Item;
    PuzzleReader reader(block, form, context);
    while (const std::optional<Item> item = reader.next()) {
      if (item == Item::kFault) {
        error_ = Error{reader.puzzle().error +
                       at(line_ends_ + reader.place().line, reader.place().column)};
        return;
      }
      ++puzzles_;
      if (puzzles_ == 1) grid_ = reader.puzzle().grid;
      if (puzzles_ == 2) second_line_ = line_ends_ + reader.place_of(0).line;
    }
    line_ends_ += reader.line_ends();
  }

  /// Nothing is passed over without a word.
  void check_behind_end(std::string_view rest) {
    const std::size_t more = rest.find_first_not_of(" \t\r\n");
    if (more == std::string_view::npos) return;
    const std::size_t line = line_ends_ + 1 + sudoku::count_lines(rest.substr(0, more));
    error_ = Error{"text behind the line 'end'" + at(line, 1)};
  }

  bool is_one_line() const {
    const std::size_t newline = text_.find('\n');
    return newline == std::string_view::npos || newline + 1 == text_.size();
  }

  std::string at(std::uint64_t line, std::uint64_t column) const {
    const std::string place = "column " + std::to_string(column) + ')';
    if (is_one_line()) return " (" + place;
    return " (line " + std::to_string(line) + ", " + place;
  }

  Error none() const {
    const std::string none = "0 puzzles instead of 1: ";
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos)
      return Error{none + "the text is empty"};
    constexpr std::size_t kBeginning = 4096;
    const std::string cause = sudoku::likely_cause(text_.substr(0, kBeginning));
    if (!cause.empty()) return Error{none + cause};
    std::string_view rest = text_;
    const std::string_view line = sudoku::take_line(rest);
    if (is_one_line() && sudoku::classify(line, form_.layout) == sudoku::LineClass::kContent) {
      sudoku::PuzzleText puzzle;
      sudoku::read_puzzle_line(line, 1, puzzle);
      if (!puzzle.error.empty()) return Error{none + puzzle.error + at(1, puzzle.place.column)};
    }
    return Error{none + "there are only titles, comments and rulers"};
  }

  Error several() const {
    return Error{
        std::to_string(puzzles_) + " puzzles instead of 1" +
        (is_one_line() ? "" : " (the second in line " + std::to_string(second_line_) + ')')};
  }

  const std::string_view text_;
  const sudoku::TextForm form_;
  sudoku::Grid grid_;
  std::uint64_t puzzles_ = 0;
  std::uint64_t second_line_ = 0;
  std::uint64_t line_ends_ = 0;  // of the blocks that have been read
  std::optional<Error> error_;
};

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

// A line that begins with 81 cells takes less than 0.1 µs, other forms some 10 µs.
Result<Grid> Grid::parse(std::string_view text, const TextOptions& options) {
  if (const Result<> checked = options.check(); !checked) return checked.error();
  sudoku::Grid grid;
  if (options.column.empty() && read_plain_line(text, grid)) return unchecked(grid.digits);
  const sudoku::FormRequest request{.column = options.column,
                                    .blanks = sudoku::BlankSigns(options.blank)};
  const Result<sudoku::Grid> puzzle = TextScan(text, request).run(options.column);
  if (!puzzle) return puzzle.error();
  return unchecked(puzzle->digits);
}

Result<Grid> Grid::from_digits(std::span<const std::uint8_t> digits) {
  if (digits.size() != kCells) {
    return Error{std::to_string(digits.size()) + " digits instead of 81"};
  }
  const auto wrong = std::ranges::find_if(digits, [](std::uint8_t digit) { return digit > kSide; });
  if (wrong != digits.end()) {
    const auto cell = static_cast<int>(wrong - digits.begin());
    return Error{"the digit of " + sudoku::name_of_cell(cell) + " must be from 0 to 9 (got " +
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
