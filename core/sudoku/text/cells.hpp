// The cells of puzzles and solutions as characters. All that reads cells does it here, but for the
// kernels of batches, which read hundreds of puzzles at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// A grid and a line feed.
inline constexpr std::size_t kLineBytes = kCells + 1;

/// Value of a cell character: 1..9, 0 for a blank (`.`, `0`, `_`, `*`, `X`, `x`), -1 for any other.
constexpr int cell_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c == '.' || c == '_' || c == '*' || c == 'X' || c == 'x' ? 0 : -1;
}

/// Reads the cells with which `text` begins, at most 81, into `grid`, and returns how many there
/// are. If fewer than 81, the other cells of `grid` mean nothing.
std::size_t read_cells(std::string_view text, Grid& grid);

/// True for what may stand behind the 81st cell, unless nothing does: space, tab, comma, `#`.
constexpr bool ends_cells(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == '#';
}

/// Returns with how many plain lines `text` begins, at most `max`. A plain line is the most usual
/// kind: 81 digits and points, and a line feed. plain_line_counter() has one for each processor.
using PlainLineCounter = std::size_t (*)(const std::uint8_t* text, std::size_t size,
                                         std::size_t max);

/// A row of a board: nine cells, with spaces, tabs, commas and bars between them.
struct RowCells {
  std::size_t count = 0;                       ///< of cells, at most 9
  std::array<std::uint8_t, kSide> values{};    ///< 0 for a blank
  std::array<std::uint32_t, kSide> offsets{};  ///< in the line
  std::size_t end = 0;  ///< offset of a character that is no cell, or of a tenth cell; else of the
                        ///< line's end

  bool is_whole(std::string_view line) const { return count == kSide && end == line.size(); }
};

RowCells read_row(std::string_view line);

/// The grid at `cells`, 81 of them in row order, as engines take them: characters '1'..'9' or
/// numbers 1..9 for clues; '.', '0', '*', '_' or 0 for blanks. Other values mean nothing.
Grid grid_of(const std::uint8_t* cells);

/// Writes the kLineBytes of a line: the cells as characters '0'..'9', and a line feed.
void write_line(const Grid& grid, char* to);

}  // namespace puzzled::sudoku
