// The algorithm of POJ 3074: bit masks of free digits, the cell with the fewest candidates first.
#pragma once

#include <cstdint>

#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// Counts by search on the blank cell with the fewest candidates (minimum remaining values). The
/// contract is that of SolveFunction.
Solutions solve_mrv(const Grid& puzzle, const SearchLimits& limits);

}  // namespace puzzled::sudoku
