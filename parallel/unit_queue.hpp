// The one loop by which threads share the units of a job: each takes the next unit when it is done
// with the last.
#pragma once

#include <atomic>
#include <cstddef>

#include "core/stop.hpp"

namespace puzzled::parallel {

/// Hands out the places 0 to count - 1, each once. Any number of threads may take from it at a
/// time.
class UnitQueue {
 public:
  explicit UnitQueue(std::size_t count) : count_(count) {}

  /// Calls `work(place)` for one place after another until none is left, `work` returns false, or
  /// `leave` is set. True if `leave` ended it: then places may be left, for later calls.
  template <class Work>
  bool work_off(const StopFlag& leave, const Work& work) {
    while (!leave.load(std::memory_order_relaxed)) {
      const std::size_t place = next_.fetch_add(1, std::memory_order_relaxed);
      if (place >= count_ || !work(place)) return false;
    }
    return true;
  }

 private:
  const std::size_t count_;
  std::atomic<std::size_t> next_ = 0;  // relaxed: nothing is read through it
};

}  // namespace puzzled::parallel
