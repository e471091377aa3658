// The default engine: the template bound with multipliers, candidates fixed by it, and a search for
// what little it leaves (core/target_sudoku/README.md).
#pragma once

#include "core/target_sudoku/solver.hpp"

namespace puzzled::target {

/// Maximises. The contract is that of Solver::solve.
Answer solve_by_bound(const Problem& problem, const Grid& puzzle, std::uint64_t most_grids,
                      Executor& executor, const StopFlag& stop);

}  // namespace puzzled::target
