#include "parallel/unit_run.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>

#include "parallel/handover.hpp"

namespace puzzled::parallel {
namespace {

// For ThreadSanitizer alone: between the caller and the workers (see handover.hpp).
Handover run_begins;
Handover run_ends;

}  // namespace

void run_units(Workers& workers, std::span<const std::uint64_t> units,
               const std::function<UnitWorker()>& make_worker, std::atomic<bool>& stop) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](int) {
    const Turn run(run_begins, run_ends);
    try {
      UnitWorker worker;
      while (!stop.load(std::memory_order_relaxed)) {
        const std::size_t place = next.fetch_add(1, std::memory_order_relaxed);
        if (place >= units.size()) return;
        if (!worker) worker = make_worker();
        if (!worker(units[place])) return;
      }
    } catch (...) {
      stop.store(true, std::memory_order_relaxed);
      throw;
    }
  };
  const int tasks = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(workers.threads()), units.size()));
  const Loan lent(run_begins, run_ends);
  // One task for each worker. Should fewer threads come than were asked for, those that did do all.
  workers.run([&] { tbb::parallel_for(0, tasks, work, tbb::simple_partitioner()); });
}

}  // namespace puzzled::parallel
