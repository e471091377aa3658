// Random full grids, and random orders of cells.
#pragma once

#include <array>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/random.hpp"

namespace puzzled::sudoku {

/// All cells, in random order.
std::array<int, kCells> shuffled_cells(Random& random);

/// A full and legal grid. Every one is possible; they are not equally likely.
Grid random_grid(Random& random);

}  // namespace puzzled::sudoku
