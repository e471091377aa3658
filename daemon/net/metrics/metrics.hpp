// What the daemon counts while it runs: nothing but monotonic counters, raised by relaxed atomics
// wherever something happens. Nothing is decided by them; what is in use of the daemon's limits,
// Budget knows. metric_table.cpp says how each is called and described.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "daemon/net/metrics/close_reason.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

using Counter = std::atomic<std::uint64_t>;

/// Durations by powers of two of microseconds: bucket i counts those of at most 2^i us that are in
/// no bucket before it, the last one all others. Safe for any number of threads.
class Histogram {
 public:
  static constexpr int kBuckets = 26;  ///< the last but one ends at 16.8 s

  /// A negative duration counts as 0.
  void add(std::chrono::nanoseconds duration, std::uint64_t times = 1);
  std::uint64_t count(int bucket) const { return counts_[static_cast<std::size_t>(bucket)]; }
  std::uint64_t sum_ns() const { return sum_ns_; }

 private:
  std::array<Counter, kBuckets> counts_{};
  Counter sum_ns_ = 0;
};

struct Metrics {
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

  std::array<Counter, kVerbs> requests{};
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
