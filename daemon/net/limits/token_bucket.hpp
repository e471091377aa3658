// A rate limit with bursts: a bucket that gains `rate` tokens a second, up to one second's worth.
// It counts in whole numbers, so that nothing drifts however often it is asked.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace puzzled::net {

/// Not safe for several threads. The rate comes with each call, for it may change while the daemon
/// runs; REQUIRES: from 1 to kMaxRate.
class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::uint64_t kMaxRate = 1'000'000'000;

  /// Full at any rate.
  TokenBucket() = default;

  /// A place in the queue of those who found the bucket empty.
  using Turn = std::uint64_t;

  /// Takes as many of `most` tokens as there are.
  std::uint64_t take(std::uint64_t most, std::uint64_t rate, Clock::time_point now) {
    fill(rate, now);
    const std::uint64_t taken = std::min(most, level());
    spent_ += taken;
    return taken;
  }

  /// Reserves the next token that nobody has reserved. It counts as taken from now on.
  Turn wait() { return ++spent_; }

  /// True once the reserved token has come; the caller then owns it.
  bool has_come(Turn turn, std::uint64_t rate, Clock::time_point now) {
    fill(rate, now);
    return missing(turn) <= 0;
  }

  /// When the reserved token will come, at this rate. REQUIRES: !has_come().
  Clock::time_point when(Turn turn, std::uint64_t rate) const {
    const auto parts = static_cast<std::uint64_t>(missing(turn)) * kPartsOfToken - parts_;
    return filled_ + std::chrono::nanoseconds((parts + rate - 1) / rate);
  }

  /// Returns tokens that were taken or reserved, and not used.
  void give_back(std::uint64_t tokens) { spent_ -= tokens; }

 private:
  /// A token has this many parts, so that `rate` parts come each nanosecond.
  static constexpr std::uint64_t kPartsOfToken = 1'000'000'000;

  // Both only grow, except by give_back(), and may wrap around: only their difference counts.
  std::int64_t missing(Turn turn) const { return static_cast<std::int64_t>(turn - come_); }
  std::uint64_t level() const {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(-missing(spent_), 0));
  }

  void fill(std::uint64_t rate, Clock::time_point now) {
    if (now > filled_) {
      const auto passed = static_cast<std::uint64_t>((now - filled_).count());
      // In two products, which both stay below 2^64: for 18 years, and then for a second.
      const std::uint64_t seconds = std::min(passed / kPartsOfToken, kMaxSeconds);
      parts_ += passed % kPartsOfToken * rate;
      come_ += seconds * rate + parts_ / kPartsOfToken;
      parts_ %= kPartsOfToken;
      filled_ = now;
    }
    if (level() > rate) {
      come_ = spent_ + rate;
      parts_ = 0;
    }
  }

  static constexpr std::uint64_t kMaxSeconds = 600'000'000;

  std::uint64_t come_ = kMaxRate;  // tokens; the first fill() leaves one second's worth
  std::uint64_t parts_ = 0;        // of the next token
  std::uint64_t spent_ = 0;        // tokens taken or reserved
  Clock::time_point filled_;
};

}  // namespace puzzled::net
