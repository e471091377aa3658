// The one loop by which the threads of a team share the units of a job: each takes the next unit
// when it is done with the last. Longest first, that is within one unit of the best schedule
// (Graham, 1969).
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// Hands out the numbers 0 to count - 1, each once. Thread-safe.
class UnitQueue {
 public:
  explicit UnitQueue(std::size_t count) : count_(count) {}

  /// Calls `work(place)` for one place after another until none is left, `work` returns false
  /// (which closes the queue), or `leave` is set. True if `leave` ended it: then places may be
  /// left, for later calls.
  template <class Work>
  bool work_off(const StopFlag& leave, const Work& work) {
    while (!is_stopped(leave)) {
      const std::size_t place = next_.fetch_add(1, std::memory_order_relaxed);
      if (place >= count_) return false;
      if (!work(place)) {
        close();
        return false;
      }
    }
    return true;
  }

  /// From now on there are no more places, for any thread.
  void close() { next_.store(count_, std::memory_order_relaxed); }

 private:
  const std::size_t count_;
  std::atomic<std::size_t> next_ = 0;  // relaxed: nothing is read through it
};

/// Each thread works a queue off with a worker of its own, `make_worker(leave)`, made once there is
/// a piece for it. An exception of a worker or of make_worker() closes the queue, so that other
/// threads end after their current piece, and is rethrown here.
template <class Queue, class MakeWorker>
void share_queue(Team& team, Queue& queue, const MakeWorker& make_worker) {
  team.share([&](const StopFlag& leave) {
    try {
      using Worker = std::invoke_result_t<const MakeWorker&, const StopFlag&>;
      std::unique_ptr<Worker> worker;
      return queue.work_off(leave, [&](const auto& piece) -> bool {
        if (!worker) worker.reset(new Worker(make_worker(leave)));  // it need not be movable
        return (*worker)(piece);
      });
    } catch (...) {
      queue.close();
      throw;
    }
  });
}

/// Does the units 0 to count - 1 in this order: `make_worker()` makes a worker for one thread, and
/// a worker is called with one unit after another, and ends the job by returning false. Exceptions:
/// as above. A single unit is done on the calling thread.
template <class MakeWorker>
void for_each_unit(Team& team, std::size_t count, const MakeWorker& make_worker) {
  if (count == 1) {
    make_worker()(0);
    return;
  }
  UnitQueue queue(count);
  share_queue(team, queue, [&](const StopFlag&) { return make_worker(); });
}

}  // namespace puzzled::parallel
