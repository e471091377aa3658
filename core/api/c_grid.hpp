// Grids and answers of C.
#pragma once

#include <span>
#include <vector>

#include "puzzled/puzzled.h"
#include "puzzled/result.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled::c {

inline Result<Grid> read(const puzzled_grid& grid) {
  return Grid::from_digits(grid.digits);
}

/// All grids, or what is wrong with one of them.
Result<std::vector<Grid>> read_all(std::span<const puzzled_grid> grids);

puzzled_grid to_c(const Grid& grid);
puzzled_answer to_c(const Answer& answer);

}  // namespace puzzled::c
