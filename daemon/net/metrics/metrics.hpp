// The counters of the daemon: monotonic, raised by relaxed atomics where something happens. They
// decide nothing; Budget has the amounts in use of the daemon's limits. metric_table.cpp names and
// describes each.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>

#include "daemon/net/metrics/close_reason.hpp"
#include "daemon/net/verbs/verbs.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

using Counter = std::atomic<std::uint64_t>;

/// A histogram of durations by powers of two of microseconds: bucket i counts those above 2^(i-1)
/// us and up to 2^i us, the last one all longer ones. Thread-safe.
class Histogram {
 public:
  static constexpr int kBuckets = 26;  ///< the last but one ends at 16.8 s

  /// A negative duration counts as 0.
  void add(std::chrono::nanoseconds duration, std::uint64_t times = 1) {
    const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
    const std::uint64_t us = (ns + 999) / 1000;  // rounded up: a bound is part of its bucket
    const int bucket = us <= 1 ? 0 : static_cast<int>(std::bit_width(us - 1));
    counts_[static_cast<std::size_t>(std::min(bucket, kBuckets - 1))].fetch_add(
        times, std::memory_order_relaxed);
    sum_ns_.fetch_add(ns * times, std::memory_order_relaxed);
  }
  std::uint64_t count(int bucket) const { return counts_[static_cast<std::size_t>(bucket)]; }
  std::uint64_t sum_ns() const { return sum_ns_; }

 private:
  std::array<Counter, kBuckets> counts_{};
  Counter sum_ns_ = 0;
};

struct Metrics {
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  std::chrono::system_clock::time_point started_at = std::chrono::system_clock::now();

  std::array<Counter, kVerbCount> requests{};  ///< by index_of(verb)
  std::array<Counter, kErrorCodes> errors{};
  Counter solved = 0;  ///< answers of Sudoku lines, by kind
  Counter unsolvable = 0;
  Counter invalid = 0;
  Counter timed_out = 0;

  Counter connections_accepted = 0;
  Counter connections_refused = 0;
  Counter connections_dropped = 0;              ///< of those closed: by us, is_drop()
  std::array<Counter, kCloseReasons> closed{};  ///< connections, by reason
  Counter rate_waits = 0;                       ///< of clients, for the rate of their address
  Counter exceptions = 0;                       ///< that ended a connection
  Counter bytes_in = 0;
  Counter bytes_out = 0;

  Histogram queue_wait;        ///< of batches, from arrival to the start of work
  Histogram solve_time;        ///< of batches of the stream
  Histogram search_time;       ///< of searches
  Counter stream_busy_ns = 0;  ///< summed over the threads of the pool
  Counter search_busy_ns = 0;
};

}  // namespace puzzled::net
