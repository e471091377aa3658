#include "daemon/net/send/latency.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace puzzled::net::send {

std::size_t Latency::bucket_of(std::uint64_t nanoseconds) {
  constexpr std::uint64_t kFine = std::uint64_t{1} << kFineBits;
  if (nanoseconds < kFine) return nanoseconds;
  const int shift = static_cast<int>(std::bit_width(nanoseconds)) - 1 - kFineBits;
  const std::size_t row = static_cast<std::size_t>(shift) + 1;
  return (row << kFineBits) + ((nanoseconds >> shift) & (kFine - 1));
}

/// The largest number in a bucket.
std::uint64_t Latency::top_of(std::size_t bucket) {
  constexpr std::uint64_t kFine = std::uint64_t{1} << kFineBits;
  if (bucket < kFine) return bucket;
  const std::size_t shift = (bucket >> kFineBits) - 1;
  return (((bucket & (kFine - 1)) + kFine + 1) << shift) - 1;
}

void Latency::add(std::chrono::nanoseconds latency, std::uint64_t times) {
  latency = std::max(latency, std::chrono::nanoseconds(0));
  counts_[bucket_of(static_cast<std::uint64_t>(latency.count()))] += times;
  count_ += times;
  max_ = std::max(max_, latency);
}

std::chrono::nanoseconds Latency::percentile(double share) const {
  if (count_ == 0) return std::chrono::nanoseconds(0);
  const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  std::size_t bucket = 0;
  while (seen + counts_[bucket] < rank) seen += counts_[bucket++];
  return std::min(max_, std::chrono::nanoseconds(static_cast<std::int64_t>(top_of(bucket))));
}

}  // namespace puzzled::net::send
