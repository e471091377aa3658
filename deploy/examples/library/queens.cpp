// Counts the solutions of the N queens problem on all processors: queens N
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

#include "core/queens/engines.hpp"
#include "core/queens/unit_count.hpp"
#include "parallel/unit_run.hpp"
#include "parallel/workers.hpp"

int main(int argc, char** argv) {
  using namespace puzzled;
  const auto plan = queens::plan_count({.queens = argc > 1 ? std::atoi(argv[1]) : 8});
  if (!plan) {
    std::cerr << plan.error().message << '\n';
    return 2;
  }

  // The count is cut into units; each worker has a counter of its own and takes unit after unit.
  std::vector<std::uint64_t> units((*plan)->units());
  std::iota(units.begin(), units.end(), 0);
  queens::UnitCount total;
  std::mutex mutex;
  StopFlag stop{false};
  const auto make_worker = [&]() -> parallel::UnitWorker {
    const std::shared_ptr<queens::UnitCounter> counter = (*plan)->make_counter();
    return [&, counter](std::uint64_t unit) {
      const std::optional<queens::UnitCount> count = counter->count(unit, stop);
      const std::lock_guard lock(mutex);
      if (count) total += *count;
      return count.has_value();
    };
  };
  parallel::Workers workers(parallel::available_threads());
  parallel::run_units(workers, units, make_worker, stop);
  if (const auto wrong = queens::disagreement(total)) {
    std::cerr << wrong->message << '\n';
    return 1;
  }
  std::cout << queens::to_text(total.count) << '\n';
}
