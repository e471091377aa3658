// Random full grids, for those who make puzzles of them.
#pragma once

#include <array>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/random.hpp"

namespace puzzled::sudoku {

/// All cells, in random order.
std::array<int, kCells> shuffled_cells(Random& random);

/// A full and legal grid; every one is possible, not every one as likely.
Grid random_grid(Random& random);

}  // namespace puzzled::sudoku
