#include "core/api/search_result.hpp"
#include "core/queens/engines.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/jobs/count_queens.hpp"
#include "parallel/unit_order.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {

Result<std::uint64_t> count_queens(int queens, int threads, const StopFlag* stop) {
  const auto plan = queens::plan_count({.queens = queens});
  if (!plan) return plan.error();
  parallel::Workers workers(worker_count(threads));
  const std::vector<std::uint64_t> units = parallel::longest_first((*plan)->work_of_all());
  const auto counted = parallel::count_queens(workers, **plan, {.units = units},
                                              stop != nullptr ? *stop : kNeverStop);
  if (!counted) return counted.error();
  if (!(*counted).is_complete) return stopped_error();
  return public_count((*counted).sum.count);
}

}  // namespace puzzled
