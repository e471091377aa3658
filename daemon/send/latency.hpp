// How long answers took: a histogram fine enough for percentiles, whatever their magnitude.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace puzzled::send {

/// Nanoseconds in buckets a 64th of their size wide (exact below 64 ns), as HdrHistogram does it.
/// For one thread at a time.
class Latency {
 public:
  void add(std::chrono::nanoseconds latency, std::uint64_t times);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds max() const { return max_; }

  /// The smallest latency that at least `share` (0 to 1) of all do not exceed, to 1.6 %; 0 without
  /// any.
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

}  // namespace puzzled::send
