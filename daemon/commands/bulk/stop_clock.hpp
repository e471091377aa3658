// Stops searches: each when its own time is up, all when the program is interrupted.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "daemon/base/os/interrupt.hpp"

namespace puzzled::commands {

/// One flag for each worker. A thread of its own checks the time every few milliseconds and raises
/// the flags that are due; it lives as long as the clock. Without a limit there is one flag and no
/// thread: the interrupt raises it.
class StopClock {
 public:
  /// `limit`: how long a search may take; 0: until interrupted, by the stop flag of `interrupt`.
  StopClock(std::size_t workers, std::chrono::nanoseconds limit, Interrupt& interrupt);
  ~StopClock();
  StopClock(const StopClock&) = delete;
  StopClock& operator=(const StopClock&) = delete;

  /// Begins a worker's next search and returns its flag, which is false until the time is up. The
  /// flag is valid as long as the clock, and belongs to this search until the worker begins
  /// another.
  std::atomic<bool>& begin(std::size_t worker);

 private:
  using Clock = std::chrono::steady_clock;

  struct Flag {
    std::atomic<bool> raised = false;
    std::atomic<Clock::rep> due = 0;
  };

  void watch();

  const std::chrono::nanoseconds limit_;
  Interrupt& interrupt_;
  std::deque<Flag> flags_;
  std::mutex mutex_;
  std::condition_variable end_changed_;
  bool end_ = false;
  std::thread watcher_;
};

}  // namespace puzzled::commands
