// The latency of answers: a histogram with percentiles of small relative error.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace puzzled::net::send {

/// Buckets of nanoseconds, each a 64th of its value wide (exact below 64 ns), as in HdrHistogram.
/// For one thread at a time.
class Latency {
 public:
  void add(std::chrono::nanoseconds latency, std::uint64_t times);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds max() const { return max_; }

  /// The smallest latency that at least `share` (0 to 1) of all do not exceed, with an error of 1.6
  /// % at most; 0 if there are none.
  std::chrono::nanoseconds percentile(double share) const;

 private:
  static constexpr int kFineBits = 6;
  static constexpr std::size_t kBuckets = std::size_t{64 - kFineBits} << kFineBits;

  static std::size_t bucket_of(std::uint64_t nanoseconds);
  static std::uint64_t top_of(std::size_t bucket);

  std::array<std::uint64_t, kBuckets> counts_{};
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds max_{0};
};

}  // namespace puzzled::net::send
