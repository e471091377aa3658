// Samples metrics every kPeriod and keeps ten minutes of them, for `GET /history.json`: each sample
// has rates, percentiles and amounts since the one before. So the status page shows the recent past
// as soon as it is opened.
//
// The memory is allocated once: kCapacity samples of 31 numbers, 75 kB. A sample takes
// 20 us.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "daemon/net/metrics/metric_source.hpp"

namespace puzzled::net {

/// The counts of a Histogram at one moment.
using HistogramCounts = std::array<std::uint64_t, Histogram::kBuckets>;

/// The duration in seconds below which that fraction of the durations between the two moments lies,
/// interpolated within its bucket; NaN if there are none.
double percentile(const HistogramCounts& before, const HistogramCounts& after, double fraction);

/// For one thread.
class History {
 public:
  static constexpr std::chrono::seconds kPeriod{2};
  static constexpr std::size_t kCapacity = 300;
  static constexpr std::size_t kColumns = 31;

  /// All counters at one moment.
  struct Moment {
    double uptime_seconds = 0;
    double unix_seconds = 0;  ///< by the clock on the wall, which may be set
    double cpu_seconds = 0;
    std::uint64_t requests = 0;
    std::uint64_t answers = 0;  ///< to Sudoku lines
    std::uint64_t searches = 0;
    std::uint64_t invalid = 0;
    std::uint64_t errors = 0;
    std::uint64_t refused = 0;
    std::uint64_t dropped = 0;
    std::uint64_t exceptions = 0;
    std::uint64_t bytes_in = 0;
    std::uint64_t bytes_out = 0;
    double stream_busy_seconds = 0;
    double search_busy_seconds = 0;
    HistogramCounts queue_wait{};
    HistogramCounts solve_time{};
    HistogramCounts search_time{};
    // Amounts, not counters.
    std::uint64_t resident_bytes = 0;
    std::uint64_t buffer_bytes = 0;
    std::uint64_t connections = 0;
    std::uint64_t clients_waiting = 0;
    std::uint64_t open_files = 0;
    std::uint64_t requests_in_flight = 0;
    std::uint64_t searches_in_flight = 0;
  };

  History();

  /// Adds a sample of what has happened since the call before, in place of the oldest one; the
  /// first call adds none. To be called every kPeriod; a sample stores its actual time.
  void add(const MetricSource& source);

  /// One JSON object with its line feed: the samples from number `from` on, in columns. Samples
  /// are numbered from 0 since the start.
  std::string json(std::uint64_t from = 0) const;

 private:
  using Sample = std::array<double, kColumns>;

  std::int64_t started_;  ///< Unix time of the first call, in milliseconds: tells daemons apart
  std::vector<Sample> samples_;  ///< number i at i % kCapacity
  std::uint64_t next_ = 0;       ///< number of the next sample
  bool has_begun_ = false;
  Moment last_;
};

}  // namespace puzzled::net
