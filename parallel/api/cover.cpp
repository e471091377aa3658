#include <utility>

#include "core/api/search_result.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/jobs/best_cover.hpp"
#include "parallel/jobs/count_covers.hpp"

namespace puzzled {

Result<BigCount> count_covers(const CoverProblem& problem, const RunOptions& run) {
  cover::CountOutcome outcome;
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    parallel::Workers workers(worker_count(run.threads));
    outcome = parallel::count_covers(workers, problem.inner(), {}, {.progress = state.progress()},
                                     state.stop);
  });
  if (outcome.status != cover::CountStatus::kComplete) return stopped_error();
  return checked_count(outcome.count);
}

Result<BestCover> best_cover(const CoverProblem& problem, const RunOptions& run, Goal goal) {
  if (const auto refused = cover::best_refusal(problem.inner())) return *refused;
  cover::BestOutcome outcome;
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    parallel::Workers workers(worker_count(run.threads));
    outcome = parallel::best_cover(workers, problem.inner(), direction_of(goal), state.progress(),
                                   state.stop);
  });
  return public_outcome(std::move(outcome));
}

}  // namespace puzzled
