// The best scores of public grids: what best_score() does on one thread or many. The library for
// many threads links this source, too, so no public function is defined here.
#pragma once

#include "core/target_sudoku/executor.hpp"
#include "core/target_sudoku/solver.hpp"
#include "puzzled/target.hpp"

namespace puzzled {

/// Success, or which weight is out of range.
Result<> check_weights(const Weights& weights);

/// REQUIRES: check_weights(weights).
target::Solver target_solver(const Weights& weights, Goal goal);

BestScore best_score_by(const target::Solver& solver, const Grid& puzzle,
                        target::Executor& executor, const StopFlag& stop);

}  // namespace puzzled
