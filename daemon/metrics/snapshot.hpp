// What the metrics say at one moment, as plain numbers: the metrics page and the status page are
// written from this.
#pragma once

#include <array>
#include <cstdint>

#include "daemon/metrics/metrics.hpp"

namespace puzzled::serve {

struct HistogramSnapshot {
  std::array<std::uint64_t, Histogram::kBuckets> counts{};  ///< not cumulative
  std::uint64_t sum_ns = 0;
};

struct Snapshot {
  double uptime_seconds = 0;
  double cpu_seconds = 0;            ///< user and system, of the whole process
  std::uint64_t resident_bytes = 0;  ///< 0: not known

  std::array<std::uint64_t, kVerbs> requests{};
  std::array<std::uint64_t, kErrorCodes> errors{};
  std::uint64_t solved = 0;
  std::uint64_t unsolvable = 0;
  std::uint64_t invalid = 0;
  std::uint64_t timed_out = 0;

  std::uint64_t connections_accepted = 0;
  std::uint64_t connections_refused = 0;
  std::uint64_t connections_dropped = 0;
  std::uint64_t connections_open = 0;
  std::uint64_t requests_in_flight = 0;
  std::uint64_t searches_in_flight = 0;
  std::uint64_t buffer_bytes = 0;
  std::uint64_t clients_waiting = 0;
  std::uint64_t exceptions = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;

  HistogramSnapshot queue_wait;
  HistogramSnapshot solve_time;
  HistogramSnapshot search_time;
  double stream_busy_seconds = 0;
  double search_busy_seconds = 0;
};

/// Each number is read by itself, so two of them may differ by what happened in between. Any
/// thread.
Snapshot snapshot_of(const Metrics& metrics);

}  // namespace puzzled::serve
