#include <memory>
#include <mutex>

#include "core/api/search_result.hpp"
#include "core/queens/engines.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_run.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {

Result<std::uint64_t> count_queens(int queens, int threads, const StopFlag* stop) {
  const auto plan = queens::plan_count({.queens = queens});
  if (!plan) return plan.error();
  queens::UnitCount total;
  std::mutex mutex;  // of `total`
  StopLink link(stop);
  const auto make_worker = [&]() -> parallel::UnitWorker {
    const std::shared_ptr<queens::UnitCounter> counter = (*plan)->make_counter();
    return [&, counter](std::uint64_t unit) {
      const auto count = counter->count(unit, link.flag());
      if (!count) return false;
      const std::lock_guard lock(mutex);
      total += *count;
      return true;
    };
  };
  parallel::Workers workers(worker_count(threads));
  parallel::run_units(workers, parallel::longest_first((*plan)->work_of_all()), make_worker,
                      link.flag());
  if (is_stopped(link.flag())) return stopped_error();
  return checked_count(total);
}

}  // namespace puzzled
