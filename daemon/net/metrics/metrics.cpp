#include "daemon/net/metrics/metrics.hpp"

#include <algorithm>
#include <bit>

namespace puzzled::net {

void Histogram::add(std::chrono::nanoseconds duration, std::uint64_t times) {
  const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
  const std::uint64_t us = (ns + 999) / 1000;  // rounded up: a bound is part of its bucket
  const int bucket = us <= 1 ? 0 : static_cast<int>(std::bit_width(us - 1));
  counts_[static_cast<std::size_t>(std::min(bucket, kBuckets - 1))].fetch_add(
      times, std::memory_order_relaxed);
  sum_ns_.fetch_add(ns * times, std::memory_order_relaxed);
}

}  // namespace puzzled::net
