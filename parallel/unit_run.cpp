#include "parallel/unit_run.hpp"

#include <algorithm>
#include <cstddef>

#include "parallel/ordered_pipeline.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled::parallel {

void run_units(Workers& workers, std::span<const std::uint64_t> units,
               const std::function<UnitWorker()>& make_worker, StopFlag& stop) {
  UnitQueue queue(units.size());
  const auto work = [&](std::size_t) {
    try {
      UnitWorker worker;
      queue.work_off(stop, [&](std::size_t place) {
        if (!worker) worker = make_worker();
        return worker(units[place]);
      });
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
