// The algorithm of LeetCode 37: bit masks, cells in row order.
#pragma once

#include <cstdint>

#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// Counts by search over the blanks in row order, digits in rising order: so the first solution is
/// the lexicographically smallest one. The contract is that of SolveFunction. Some puzzles take
/// this engine minutes, because it never looks ahead.
Solutions solve_row(const Grid& puzzle, const SearchLimits& limits);

}  // namespace puzzled::sudoku
