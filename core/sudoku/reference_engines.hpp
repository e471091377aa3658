// The reference engines, each a well-known method in its plainest form. The contract of all is that
// of SolveFunction.
#pragma once

#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// The algorithm of POJ 3074: bit masks of free digits. Counts by search on the blank cell with the
/// fewest candidates (minimum remaining values).
Solutions solve_mrv(const Grid& puzzle, const SearchLimits& limits);

/// The algorithm of LeetCode 37: bit masks. Counts by search over the blanks in row order, digits
/// in rising order: so the first solution is the lexicographically smallest one. Some puzzles take
/// this engine minutes, because it never looks ahead.
Solutions solve_row(const Grid& puzzle, const SearchLimits& limits);

/// Counts by the general exact cover solver of core/cover (POJ 3074 with a tighter limit).
Solutions solve_cover(const Grid& puzzle, const SearchLimits& limits);

}  // namespace puzzled::sudoku
