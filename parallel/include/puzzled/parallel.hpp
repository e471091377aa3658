// The calls of the other headers on many threads: the number of threads is the second argument.
// Results do not depend on it.
//
// `threads` 0 means one for each processor that the process may run on; from 1024 on all numbers
// mean 1024. The calling thread is one of them. Threads come from oneTBB, which keeps them for the
// next call. Any number of threads may call all of this at a time. Nothing throws but
// std::bad_alloc, and std::system_error if the system gives no more threads.
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

/// Processors that this process may run on, at least 1.
PUZZLED_API int available_threads();

/// As solve_all() of <puzzled/sudoku.hpp>. Some thousand puzzles keep a thread busy.
PUZZLED_API std::vector<Answer> solve_all(std::span<const Grid> puzzles, int threads,
                                          const SolveOptions& options = {});

/// As count_queens() of <puzzled/queens.hpp>.
PUZZLED_API Result<std::uint64_t> count_queens(int queens, int threads,
                                               const StopFlag* stop = nullptr);

/// As best_score() of <puzzled/target.hpp>: all threads search for the best score of one puzzle.
PUZZLED_API Result<BestScore> best_score(const Grid& puzzle, int threads,
                                         const Weights& weights = kTargetWeights,
                                         const TargetOptions& options = {});

/// As best_scores() of <puzzled/target.hpp>.
PUZZLED_API Result<std::vector<BestScore>> best_scores(std::span<const Grid> puzzles, int threads,
                                                       const Weights& weights = kTargetWeights,
                                                       const TargetOptions& options = {});

/// As count_covers() of <puzzled/cover.hpp>.
PUZZLED_API Result<BigCount> count_covers(const CoverProblem& problem, int threads,
                                          const StopFlag* stop = nullptr);

/// As best_cover() of <puzzled/cover.hpp>.
PUZZLED_API Result<BestCover> best_cover(const CoverProblem& problem, int threads,
                                         Goal goal = Goal::kMinimize,
                                         const StopFlag* stop = nullptr);

}  // namespace puzzled
