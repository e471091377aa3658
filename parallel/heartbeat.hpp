// A thread's sign of life, for a watchdog: the thread stores the time, now and then, and whoever
// looks sees how long ago that was. No lock: a thread that hangs may hold any.
#pragma once

#include <atomic>
#include <chrono>

namespace puzzled::parallel {

/// Any thread may call any of this.
class Heartbeat {
 public:
  using Clock = std::chrono::steady_clock;

  /// A thread that waits for work wakes up this often, only to beat. Often enough for a watchdog
  /// that waits for seconds; waking up takes some 5 us.
  static constexpr std::chrono::seconds kInterval{1};

  void beat() { last_.store(now(), std::memory_order_relaxed); }

  /// Time since the last beat, or since this was made.
  std::chrono::nanoseconds age() const {
    return Clock::duration(now() - last_.load(std::memory_order_relaxed));
  }

 private:
  static Clock::rep now() { return Clock::now().time_since_epoch().count(); }

  std::atomic<Clock::rep> last_ = now();
};

}  // namespace puzzled::parallel
