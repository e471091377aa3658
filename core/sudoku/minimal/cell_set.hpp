// Sets of cells.
#pragma once

#include <bitset>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

using CellSet = std::bitset<kCells>;

/// The cells that have clues.
CellSet pattern_of(const Grid& puzzle);

}  // namespace puzzled::sudoku
