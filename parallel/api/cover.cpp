#include "core/api/cover_access.hpp"
#include "core/api/search_result.hpp"
#include "core/cover/engines.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/jobs/best_cover.hpp"
#include "parallel/jobs/count_covers.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {

Result<BigCount> count_covers(const CoverProblem& problem, int threads, const StopFlag* stop) {
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::refusal(cover::Engine::kAuto, inner, false)) return *refused;
  parallel::Workers workers(worker_count(threads));
  const cover::CountOutcome outcome =
      parallel::count_covers(workers, inner, {}, {}, stop != nullptr ? *stop : kNeverStop);
  if (outcome.status != cover::CountStatus::kComplete) return stopped_error();
  return checked_count(outcome.count);
}

Result<BestCover> best_cover(const CoverProblem& problem, int threads, Goal goal,
                             const StopFlag* stop) {
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::best_refusal(inner)) return *refused;
  parallel::Workers workers(worker_count(threads));
  return public_outcome(parallel::best_cover(workers, inner, direction_of(goal), {},
                                             stop != nullptr ? *stop : kNeverStop));
}

}  // namespace puzzled
