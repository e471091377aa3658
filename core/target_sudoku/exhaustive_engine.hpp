// The original algorithm of NOIP 2009, P1074, as the reference: no bound, no tricks.
#pragma once

#include "core/target_sudoku/solver.hpp"

namespace puzzled::target {

/// Visits every filling of the board, the blank with the fewest candidates first, and keeps the
/// best. Maximises; `executor` has nothing to do. Feasible for boards with up to some million
/// solutions. The contract is that of Solver::solve.
Answer solve_exhaustively(const Problem& problem, const Grid& puzzle, std::uint64_t most_grids,
                          Executor& executor, const StopFlag& stop);

}  // namespace puzzled::target
