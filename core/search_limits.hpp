// When a search has to stop: what its caller allows, and how it finds out.
#pragma once

#include <chrono>
#include <cstdint>

namespace puzzled {

struct SearchLimits {
  /// Stop at so many solutions; 0: count all. Counts have 64 bits, more than can be enumerated: at
  /// a billion solutions a second, 2^64 take 580 years.
  std::uint64_t solutions = 1;
  /// Stop after so long (of wall clock, for each puzzle); 0: take whatever it takes.
  std::chrono::nanoseconds time{0};
};

/// A search's own clock. A search asks at every step, and only every so many steps is the clock
/// really read: so asking costs one subtraction, and searches of few steps never read it.
class SearchClock {
 public:
  /// `steps_between`, at least 1: from one look at the clock to the next, at most a millisecond's
  /// worth. Time begins with the first look.
  SearchClock(std::chrono::nanoseconds time, std::uint64_t steps_between)
      : time_(time),
        steps_between_(steps_between),
        steps_left_(time.count() > 0 ? steps_between : kForever) {}

  /// Counts a step; true when time is up, from then on always.
  bool is_up() { return --steps_left_ == 0 && look(); }

 private:
  static constexpr std::uint64_t kForever = UINT64_MAX;

  bool look();

  std::chrono::nanoseconds time_;
  std::uint64_t steps_between_;
  std::uint64_t steps_left_;
  bool started_ = false;
  std::chrono::steady_clock::time_point start_{};
};

}  // namespace puzzled
