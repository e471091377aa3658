// The calls of the other headers on many threads: how they run is the second argument. Results do
// not depend on it. <puzzled/bulk.hpp> has calls on rows of cells and on texts.
//
// The calling thread is one of the threads, or, while it waits for the others, calls `progress` and
// looks at `stop`. Threads come from oneTBB, which keeps them for the next call. Any number of
// threads may call all of this at a time. Nothing throws but std::bad_alloc, std::system_error if
// the system gives no more threads, and `progress`.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzled/cover.hpp"
#include "puzzled/export.h"
#include "puzzled/queens.hpp"
#include "puzzled/result.hpp"
#include "puzzled/search.hpp"
#include "puzzled/sudoku.hpp"
#include "puzzled/target.hpp"
#include "puzzled/variants.hpp"

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

/// As the calls of <puzzled/queens.hpp>. All threads count on a board without regions, if all
/// solutions are wanted; all else is done on one thread, while the calling one watches.
PUZZLED_API Result<std::uint64_t> count_queens_on(std::string_view board, const RunOptions& run,
                                                  std::uint64_t limit = 0,
                                                  BoardEdges edges = BoardEdges::kOpen,
                                                  std::uint64_t max_memory = UINT64_MAX);
PUZZLED_API Result<std::vector<QueenColumns>> list_queens_on(std::string_view board,
                                                             const RunOptions& run,
                                                             std::size_t limit,
                                                             BoardEdges edges = BoardEdges::kOpen);
PUZZLED_API Result<std::vector<QueenColumns>> random_queens(int queens, const RunOptions& run,
                                                            std::size_t count,
                                                            std::uint64_t seed = 1);
PUZZLED_API Result<std::vector<std::string>> generate_regions(int rows, const RunOptions& run,
                                                              std::size_t count,
                                                              std::uint64_t seed = 1);

/// The first solution of each board of region queens, on all threads; empty if it has none. What is
/// no such board has an error of its own. An error if the call was stopped.
PUZZLED_API Result<std::vector<Result<QueenColumns>>> solve_regions(
    std::span<const std::string_view> boards, const RunOptions& run);

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

namespace variants {

/// As Solver::solve() of <puzzled/variants.hpp> for each board, whose error is its own: boards are
/// spread over the threads, and each has the time limit. An error if the call was stopped.
PUZZLED_API Result<std::vector<Result<Solved>>> solve_all(std::span<const Puzzle> puzzles,
                                                          const RunOptions& run,
                                                          std::uint64_t limit = 1,
                                                          std::chrono::nanoseconds time_limit = {});

/// How texts are read as boards.
struct ParseOptions {
  std::string_view size{};        ///< as parse() has it
  std::span<const Rule> rules{};  ///< of every board beside its own
};

/// The same for texts of one board each, as parse() reads them.
PUZZLED_API Result<std::vector<Result<Solved>>> solve_all(std::span<const std::string_view> texts,
                                                          const ParseOptions& options,
                                                          const RunOptions& run,
                                                          std::uint64_t limit = 1,
                                                          std::chrono::nanoseconds time_limit = {});

/// As the calls of Solver, on one thread, while the calling one watches. An error if it was
/// stopped.
PUZZLED_API Result<SolutionPage> page(const Puzzle& puzzle, const RunOptions& run,
                                      std::span<const std::uint8_t> after, std::uint64_t most,
                                      std::chrono::nanoseconds time_limit = {});
PUZZLED_API Result<TrueCandidates> true_candidates(const Puzzle& puzzle, const RunOptions& run,
                                                   std::uint32_t cap = 1,
                                                   std::chrono::nanoseconds time_limit = {});
PUZZLED_API Result<CountEstimate> estimate(const Puzzle& puzzle, const RunOptions& run,
                                           std::uint64_t seed = 1,
                                           std::chrono::nanoseconds time_limit = {});

}  // namespace variants

}  // namespace puzzled
