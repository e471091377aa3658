// Checks answers independently of all engines: plain loops over the rules of the game. Shares no
// code and no table with the engines, not even the geometry of grid.hpp, so that an error in one
// cannot hide in the other.
#pragma once

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Whether every row, column and box of `grid` holds each digit from 1 to 9 once.
bool is_complete_and_legal(const Grid& grid);

/// Whether `solution` has every clue of `puzzle` in its place.
bool extends(const Grid& solution, const Grid& puzzle);

}  // namespace puzzled::sudoku
