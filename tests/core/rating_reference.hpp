// Ratings by the plainest code: candidates cell by cell, rules as they are defined, one puzzle at a
// time. It shares nothing with the engine.
#pragma once

#include "core/sudoku/grid.hpp"
#include "core/sudoku/rating/rating.hpp"

namespace puzzled::sudoku {

/// REQUIRES: the puzzle has exactly one solution.
Rating rating_by_definition(const Grid& puzzle);

}  // namespace puzzled::sudoku
