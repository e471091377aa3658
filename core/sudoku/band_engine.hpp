// The fast engine for one puzzle: candidates of a digit are three words of 27 bits, one a band.
#pragma once

#include <cstdint>

#include "core/sudoku/engines.hpp"

namespace puzzled::sudoku {

/// Counts by propagation (singles and locked candidates, branch-free) and search on two-way
/// choices. The contract is that of SolveFunction.
Solutions solve_band(const Grid& puzzle, std::uint64_t limit);

}  // namespace puzzled::sudoku
