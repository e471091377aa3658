// The original algorithm of NOIP 2009, P1074, as the reference: no bound, no tricks.
#pragma once

#include "core/search_limits.hpp"
#include "core/target_sudoku/answer.hpp"

namespace puzzled::target {

/// Visits every filling of the board, the blank with the fewest candidates first, and keeps the
/// best. Maximises. Feasible for boards with up to some million solutions. The contract is that of
/// Solver::solve.
Answer solve_exhaustively(const Weights& weights, const Grid& puzzle, std::uint64_t max_grids,
                          const StopFlag& stop);

}  // namespace puzzled::target
