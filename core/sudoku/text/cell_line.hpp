// Grids as batches read and write them: 81 cells where they stand in text, solutions as whole
// lines.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// A grid and a line feed.
inline constexpr std::size_t kLineBytes = kCells + 1;

/// The grid at `cells`, 81 of them in row order: characters '1'..'9' or numbers 1..9 for clues;
/// '.', '0', '*', '_' or 0 for blanks. Other values mean nothing.
Grid grid_of(const std::uint8_t* cells);

/// Writes the kLineBytes of a line: the cells as characters '0'..'9', and a line feed.
void write_line(const Grid& grid, char* to);

}  // namespace puzzled::sudoku
