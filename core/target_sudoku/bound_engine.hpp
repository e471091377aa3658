// The default engine: the template bound with multipliers, candidates fixed by it, and a tree
// search for what little it leaves (core/target_sudoku/README.md).
#pragma once

#include "core/search_limits.hpp"
#include "core/target_sudoku/answer.hpp"
#include "core/target_sudoku/executor.hpp"

namespace puzzled::target {

/// Adds what this engine needs of a problem: its symmetries, and multipliers that are good for the
/// empty board and a start for every other. Takes half a millisecond.
void prepare_for_bound(Problem& problem);

/// Maximises. The contract is that of Solver::solve. REQUIRES: prepare_for_bound(problem).
Answer solve_by_bound(const Problem& problem, const Grid& puzzle, std::uint64_t max_grids,
                      Executor& executor, const StopFlag& stop);

}  // namespace puzzled::target
