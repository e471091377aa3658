#include <memory>
#include <mutex>
#include <numeric>

#include "core/api/search_result.hpp"
#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_run.hpp"

namespace puzzled {

Result<std::uint64_t> count_queens(int queens, const RunOptions& run, std::uint64_t max_memory) {
  const int threads = worker_count(run.threads);
  queens::UnitCount total;
  std::mutex mutex;  // of `total`
  Error refusal;
  const bool is_whole = run_watched(run, Pieces::kLong, [&](RunState& state) {
    const auto plan = queens::plan_count(
        {.queens = queens, .max_memory = max_memory / static_cast<std::uint64_t>(threads)});
    if (!plan) {
      refusal = plan.error();
      return;
    }
    const std::vector<double> work = (*plan)->work_of_all();
    const double all_work = std::accumulate(work.begin(), work.end(), 0.0);
    const auto make_worker = [&]() -> parallel::UnitWorker {
      const std::shared_ptr<queens::UnitCounter> counter = (*plan)->make_counter();
      return [&, counter](std::uint64_t unit) {
        const auto count = counter->count(unit, state.stop);
        if (!count) return false;
        state.done.fetch_add(work[unit] / all_work, std::memory_order_relaxed);
        const std::lock_guard lock(mutex);
        total += *count;
        return true;
      };
    };
    parallel::Workers workers(threads);
    parallel::run_units(workers, parallel::longest_first(work), make_worker, state.stop);
  });
  if (!refusal.message.empty()) return refusal;
  if (!is_whole) return stopped_error();
  return checked_count(total);
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
