// The calls of the other headers on many threads: how they run is the second argument. Results do
// not depend on it. <puzzled/bulk.hpp> has calls on rows of cells and on texts.
//
// The calling thread is one of the threads, or, while it waits for the others, calls `progress` and
// looks at `stop`. Threads come from oneTBB, which keeps them for the next call. Any number of
// threads may call all of this at a time. Nothing throws but std::bad_alloc, std::system_error if
// the system gives no more threads, and `progress`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzled/cover.hpp"
#include "puzzled/export.h"
#include "puzzled/queens.hpp"
#include "puzzled/result.hpp"
#include "puzzled/search.hpp"
#include "puzzled/sudoku.hpp"
#include "puzzled/target.hpp"

namespace puzzled {

/// From 1024 threads on all numbers mean 1024.
inline constexpr int kMaxThreads = 1024;

/// How a call on many threads runs.
struct RunOptions {
  int threads = 0;  ///< 0: one for each processor that the process may run on
  /// Set by any thread, it ends the call within a tenth of a second; null: never stopped.
  const StopFlag* stop = nullptr;
  Progress progress{};
};

/// Processors that this process may run on, at least 1.
PUZZLED_API int available_threads();

/// As solve_all() of <puzzled/sudoku.hpp>. Some thousand puzzles keep a thread busy. An error if it
/// was stopped.
PUZZLED_API Result<std::vector<Answer>> solve_all(std::span<const Grid> puzzles,
                                                  const RunOptions& run,
                                                  const SolveOptions& options = {});

/// As count_queens() of <puzzled/queens.hpp>. `max_memory`: bytes that all threads together may
/// use; an error if no way to count takes as little.
PUZZLED_API Result<std::uint64_t> count_queens(int queens, const RunOptions& run,
                                               std::uint64_t max_memory = UINT64_MAX);

/// As count_fundamental_queens() of <puzzled/queens.hpp>.
PUZZLED_API Result<std::uint64_t> count_fundamental_queens(int queens, const RunOptions& run,
                                                           std::uint64_t max_memory = UINT64_MAX);

/// As best_score() of <puzzled/target.hpp>: all threads search for the best score of one puzzle.
PUZZLED_API Result<BestScore> best_score(const Grid& puzzle, const RunOptions& run,
                                         const Weights& weights = kTargetWeights,
                                         Goal goal = Goal::kMaximize);

/// As best_scores() of <puzzled/target.hpp>.
PUZZLED_API Result<std::vector<BestScore>> best_scores(std::span<const Grid> puzzles,
                                                       const RunOptions& run,
                                                       const Weights& weights = kTargetWeights,
                                                       Goal goal = Goal::kMaximize);

/// As count_covers() of <puzzled/cover.hpp>.
PUZZLED_API Result<BigCount> count_covers(const CoverProblem& problem, const RunOptions& run);

/// As best_cover() of <puzzled/cover.hpp>.
PUZZLED_API Result<BestCover> best_cover(const CoverProblem& problem, const RunOptions& run,
                                         Goal goal = Goal::kMinimize);

}  // namespace puzzled
