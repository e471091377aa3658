// Sudoku as an exact cover problem, solved by dancing links (POJ 3074 with a tighter limit).
#pragma once

#include <cstdint>

#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// Counts by the general exact cover solver of core/cover. The contract is that of SolveFunction.
Solutions solve_cover(const Grid& puzzle, const SearchLimits& limits);

}  // namespace puzzled::sudoku
