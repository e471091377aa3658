// A thread's sign of life, for a watchdog: the thread stores the time now and then, and the
// watchdog sees how long ago that was. It takes no lock, because a thread that hangs may hold any.
//
// A thread that waits for work is idle and need not wake up to beat. Whoever gives it work sets it
// busy; from then on the watchdog notices if it hangs.
#pragma once

#include <atomic>
#include <chrono>

namespace puzzled::parallel {

/// Thread-safe.
class Heartbeat {
 public:
  using Clock = std::chrono::steady_clock;

  /// A thread that never becomes idle beats this often: enough for a watchdog that waits for
  /// seconds. Waking up takes about 5 us.
  static constexpr std::chrono::seconds kInterval{1};

  /// Does not set the thread busy.
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
