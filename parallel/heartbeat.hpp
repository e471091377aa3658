// A thread's sign of life, for a watchdog: the thread stores the time, now and then, and whoever
// looks sees how long ago that was. No lock: a thread that hangs may hold any.
//
// A thread that waits for work is idle: it need not wake up to beat. Whoever gives it work sets it
// busy; if the thread hangs, that is noticed from then on.
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

  /// An idle thread stays idle.
  void beat() { last_.store(now(), std::memory_order_relaxed); }

  void set_idle() { is_idle_.store(true, std::memory_order_relaxed); }

  void set_busy() {
    beat();
    is_idle_.store(false, std::memory_order_release);  // whoever sees this sees the beat
  }

  /// Time since the last beat, or since this was made; 0 while it is idle.
  std::chrono::nanoseconds age() const {
    if (is_idle_.load(std::memory_order_acquire)) return std::chrono::nanoseconds(0);
    return Clock::duration(now() - last_.load(std::memory_order_relaxed));
  }

 private:
  static Clock::rep now() { return Clock::now().time_since_epoch().count(); }

  std::atomic<Clock::rep> last_ = now();
  std::atomic<bool> is_idle_ = false;
};

}  // namespace puzzled::parallel
