// One puzzle read from text: its grid, or why it is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// A place in a block of text, both counted from 1.
struct TextPlace {
  std::uint32_t line = 1;    ///< within the block
  std::uint32_t column = 1;  ///< in bytes
};

struct PuzzleText {
  Grid grid;
  std::string error;  ///< empty for a well-formed puzzle; else the reason, one line of plain ASCII
  TextPlace place;    ///< of the error; else of the first cell, if all of them stand in one line
};

/// Reads the 81 cells at the beginning of `cells` into `grid`; false when they are not as they
/// should be (then `grid` means nothing). What follows the last cell must be nothing, a space, a
/// tab, a comma or `#`.
bool read_cells(std::string_view cells, Grid& grid);

/// Splits the first line off `text` if it holds the 81 cells of a puzzle from its beginning on, as
/// most lines of most files do, and reads them into `grid`. Otherwise (also when the line is longer
/// than kMaxLineBytes) false: then `text` is as it was, and `grid` means nothing.
bool take_puzzle_line(std::string_view& text, Grid& grid);

/// The first thing that is wrong with cells that read_cells() refused, and its offset in `cells`.
std::string explain_cells(std::string_view cells, std::uint32_t& offset);

/// How a character is named in an error: 'a', or 0x07 when it does not print.
std::string quoted(char c);

}  // namespace puzzled::sudoku
