// A plain branch and bound, split into subtrees that share one best score: the scheme that any
// exhaustive search with a score can follow.
#pragma once

#include "core/target_sudoku/solver.hpp"

namespace puzzled::target {

/// Maximises. In each unit (row, column, box) the digits still missing go to the open cells as
/// well as the rearrangement inequality lets them, whatever the other units say; the smallest of
/// the three sums is the bound. Subtrees share one atomic best score: read relaxed, raised by
/// compare-exchange, pruned on at every node. The contract is that of Solver::solve.
Answer solve_by_splitting(const Problem& problem, const Grid& puzzle, std::uint64_t most_grids,
                          Executor& executor, const StopFlag& stop);

}  // namespace puzzled::target
