#include <optional>

#include "core/api/search_result.hpp"
#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled {

Result<std::uint64_t> count_queens(int queens, const RunOptions& run, std::uint64_t max_memory) {
  const int threads = worker_count(run.threads);
  Result<std::uint64_t> count = stopped_error();
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    const auto plan = queens::plan_count(
        {.queens = queens, .max_memory = max_memory / static_cast<std::uint64_t>(threads)});
    if (!plan) {
      count = plan.error();
      return;
    }
    const std::vector<std::uint64_t> units = parallel::longest_first((*plan)->work_of_all());
    parallel::Workers workers(threads);
    const auto counted = parallel::count_queens(
        workers, **plan, {.units = units, .progress = state.progress()}, state.stop);
    if (!counted) {
      count = counted.error();
    } else if (counted->is_complete) {
      count = public_count(counted->sum.count);
    }
  });
  return count;
}

Result<std::uint64_t> count_fundamental_queens(int queens, const RunOptions& run,
                                               std::uint64_t max_memory) {
  const Result<std::uint64_t> total = count_queens(queens, run, max_memory);
  if (!total) return total.error();
  std::optional<queens::FixedSolutions> fixed;
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    state.done = 1;
    fixed = queens::count_fixed(queens, state.stop);
  });
  if (!fixed) return stopped_error();
  return static_cast<std::uint64_t>(queens::fundamental_solutions(queens, *total, *fixed));
}

}  // namespace puzzled
