// One limit for all that is done for a board: its rules are made ready and several searches follow.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/search_limits.hpp"
#include "core/stop.hpp"

namespace puzzled::variants {

/// Handed through whatever may take long. Who asks tells how much was done meanwhile, so that
/// asking costs a subtraction and the time is read about once a millisecond. Once time is up it
/// stays so: all callers leave their work as it is, and the outermost throws it away.
class TimeLeft {
 public:
  /// A step takes about a nanosecond.
  static constexpr std::uint64_t kStepsBetweenLooks = 1'000'000;

  /// The time of `limits` begins now.
  explicit TimeLeft(const SearchLimits& limits)
      : limits_(limits), steps_left_(limits.can_end_early() ? 0 : kForever) {
    if (limits.time.count() > 0) start_ = std::chrono::steady_clock::now();
  }

  /// True when time is up or the stop flag is set, from then on always. The first call looks.
  bool is_up(std::uint64_t steps) {
    if (steps < steps_left_) {
      steps_left_ -= steps;
      return false;
    }
    return look();
  }

  /// Whether is_up() has said so.
  bool has_ended() const { return has_ended_; }

  /// For the next search, which is to find so many solutions.
  SearchLimits limits(std::uint64_t solutions) const {
    SearchLimits left = limits_;
    left.solutions = solutions;
    // 0 would be no limit.
    if (limits_.time.count() > 0) left.time = std::max(kLeastTime, limits_.time - elapsed());
    return left;
  }

 private:
  static constexpr std::uint64_t kForever = UINT64_MAX;
  static constexpr std::chrono::nanoseconds kLeastTime{1};

  std::chrono::nanoseconds elapsed() const { return std::chrono::steady_clock::now() - start_; }

  bool look() {
    has_ended_ = has_ended_ || (limits_.stop != nullptr && is_stopped(*limits_.stop)) ||
                 (limits_.time.count() > 0 && elapsed() >= limits_.time);
    steps_left_ = has_ended_ ? 0 : limits_.can_end_early() ? kStepsBetweenLooks : kForever;
    return has_ended_;
  }

  const SearchLimits limits_;
  std::chrono::steady_clock::time_point start_{};
  std::uint64_t steps_left_;
  bool has_ended_ = false;
};

/// For work that nobody ends. (Of the thread, since asking counts.)
inline TimeLeft& unlimited_time() {
  thread_local TimeLeft time{SearchLimits{}};
  return time;
}

}  // namespace puzzled::variants
