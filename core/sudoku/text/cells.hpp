// The cells of puzzles and solutions as characters. All code that reads cells does it here, except
// the kernels of batches, which read hundreds of puzzles at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// A grid and a line feed.
inline constexpr std::size_t kLineBytes = kCells + 1;

/// cell_value() of each character. Lines that are not puzzles are read character by character, many
/// times: a table takes half the time of comparisons.
inline constexpr auto kCellValues = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (const unsigned char c : std::string_view("._*Xx?-")) values[c] = 0;
  for (std::int8_t digit = 0; digit <= 9; ++digit) {
    values[static_cast<std::size_t>('0' + digit)] = digit;
  }
  return values;
}();

/// Value of a cell character: 1..9, 0 for a blank (`.` `0` `_` `*` `X` `x` `?` `-`), -1 for any
/// other.
constexpr int cell_value(char c) {
  return kCellValues[static_cast<std::uint8_t>(c)];
}

constexpr bool is_cell(char c) {
  return cell_value(c) >= 0;
}

/// Blanks that are drawn as rulers, too.
constexpr bool is_dash(char c) {
  return c == '-' || c == '_' || c == '*';
}

bool has_blank(const Grid& grid);

/// Whether `grid` has all clues of `puzzle`.
bool has_clues_of(const Grid& grid, const Grid& puzzle);

/// Whether `grid` is full and has all clues of `puzzle`, which has blanks.
bool is_solution(const Grid& grid, const Grid& puzzle);

/// Reads the cells with which `text` begins, at most 81, into `grid`, and returns how many there
/// are. If fewer than 81, the other cells of `grid` are unspecified.
std::size_t read_cells(std::string_view text, Grid& grid);

/// True for what may stand behind the 81st cell, unless nothing does: white space and the signs
/// that separate fields or close quotes and lists.
constexpr bool ends_cells(char c) {
  return std::string_view(" \t,#;|:!/\"'`)]}<>&=").find(c) != std::string_view::npos;
}

/// The two kinds of lines that files have most, and that are read hundreds at once.
enum class PlainForm : std::uint8_t {
  kPuzzle,  ///< 81 digits and points, and a line feed
  kSolved,  ///< the same, a separator, 81 digits without blanks (the solution), and a line feed
};

/// Bytes of such a line.
constexpr std::size_t plain_line_bytes(PlainForm form) {
  return form == PlainForm::kSolved ? 2 * kLineBytes : kLineBytes;
}

/// Returns the number of lines of that form at the beginning of `text`, at most `max`.
/// plain_line_counter() has one for each processor.
using PlainLineCounter = std::size_t (*)(const std::uint8_t* text, std::size_t size,
                                         std::size_t max, PlainForm form);

/// A row of a board in the usual forms: nine cells, with spaces, tabs, commas and bars between
/// them. Blanks are `.` `0` `X` `x` `?`; signs that are also used for rulers are left to
/// LineContent, which sees the whole line.
struct RowCells {
  std::size_t count = 0;                       ///< of cells, at most 9
  std::array<std::uint8_t, kSide> values{};    ///< 0 for a blank
  std::array<std::uint32_t, kSide> offsets{};  ///< in the line
  std::size_t end = 0;  ///< offset of a character that is not a cell, or of a tenth cell; else of
                        ///< the line's end

  bool is_whole(std::string_view line) const { return count == kSide && end == line.size(); }
};

RowCells read_row(std::string_view line);

/// The grid at `cells`, 81 of them in row order, as engines take them: characters '1'..'9' or
/// numbers 1..9 for clues; '.', '0', '*', '_' or 0 for blanks. For other values the result is
/// unspecified.
Grid grid_of(const std::uint8_t* cells);

/// Writes the kLineBytes of a line: the cells as characters '0'..'9', and a line feed.
void write_line(const Grid& grid, char* to);

}  // namespace puzzled::sudoku
