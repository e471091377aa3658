#include <algorithm>

#include "core/api/target_solver.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/task_executor.hpp"
#include "parallel/unit_queue.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {
namespace {

// Of 50 µs or more each, so that handing them out costs little.
constexpr std::size_t kPuzzlesPerUnit = 64;

}  // namespace

Result<BestScore> best_score(const Grid& puzzle, int threads, const Weights& weights,
                             const TargetOptions& options) {
  if (const Result<> checked = check_weights(weights); !checked) return checked.error();
  parallel::Workers workers(worker_count(threads));
  parallel::TaskExecutor executor(workers);
  return best_score_by(target_solver(weights, options.goal), puzzle, executor, options.stop);
}

Result<std::vector<BestScore>> best_scores(std::span<const Grid> puzzles, int threads,
                                           const Weights& weights, const TargetOptions& options) {
  if (const Result<> checked = check_weights(weights); !checked) return checked.error();
  const target::Solver solver = target_solver(weights, options.goal);
  std::vector<BestScore> scores(puzzles.size());
  parallel::Workers workers(worker_count(threads));
  const std::size_t units = (puzzles.size() + kPuzzlesPerUnit - 1) / kPuzzlesPerUnit;
  parallel::for_each_unit(workers, units, [&] {
    return [&](std::size_t unit) {
      const std::size_t begin = unit * kPuzzlesPerUnit;
      const std::size_t end = std::min(begin + kPuzzlesPerUnit, puzzles.size());
      for (std::size_t i = begin; i < end; ++i) {
        parallel::TaskExecutor executor(workers);
        scores[i] = best_score_by(solver, puzzles[i], executor, options.stop);
      }
      return true;
    };
  });
  return scores;
}

}  // namespace puzzled
