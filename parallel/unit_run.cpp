#include "parallel/unit_run.hpp"

#include <algorithm>
#include <cstddef>

#include "parallel/ordered_pipeline.hpp"

namespace puzzled::parallel {

void run_units(Workers& workers, std::span<const std::uint64_t> units,
               const std::function<UnitWorker()>& make_worker, std::atomic<bool>& stop) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](std::size_t) {
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
  // A pipeline of one block for each worker, and each block is work until there is none. Should
  // fewer threads come than were asked for, those that did do all.
  const std::size_t blocks =
      std::min<std::size_t>(static_cast<std::size_t>(workers.threads()), units.size());
  if (blocks == 0) return;
  std::size_t begun = 0;
  run_ordered(workers, blocks,
              {.fill = [&](std::size_t) { return begun++ < blocks; },
               .transform = work,
               .drain = [](std::size_t) { return true; }});
}

}  // namespace puzzled::parallel
