// The limits of several searches that have one time limit together.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/search_limits.hpp"
#include "core/stop.hpp"

namespace puzzled::variants {

class TimeLeft {
 public:
  /// The time of `limits` begins now.
  explicit TimeLeft(const SearchLimits& limits)
      : limits_(limits), end_(std::chrono::steady_clock::now() + limits.time) {}

  bool is_up() const {
    return (limits_.stop != nullptr && is_stopped(*limits_.stop)) ||
           (limits_.time.count() > 0 && std::chrono::steady_clock::now() >= end_);
  }

  /// For the next search, which is to find so many solutions.
  SearchLimits limits(std::uint64_t solutions) const {
    SearchLimits left = limits_;
    left.solutions = solutions;
    if (limits_.time.count() > 0) {
      // 0 would be no limit.
      left.time = std::max(std::chrono::nanoseconds(1),
                           std::chrono::nanoseconds(end_ - std::chrono::steady_clock::now()));
    }
    return left;
  }

 private:
  const SearchLimits limits_;
  const std::chrono::steady_clock::time_point end_;
};

}  // namespace puzzled::variants
