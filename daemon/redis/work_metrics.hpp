// What a worker counts, and how its metrics are told. All names begin with puzzled_work_, but for
// those of the process and of answers, which are the daemon's.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "daemon/net/metrics/metrics.hpp"

namespace puzzled::redis {

using net::Counter;

/// Any thread may change any of it.
struct WorkMetrics {
  net::Metrics process;  ///< its start, and what the HTTP listener counts

  Counter done = 0;     ///< blocks that have got answers from us
  Counter refused = 0;  ///< blocks that have got an error from us: no lines, too long
  Counter late = 0;     ///< answers that were dropped: the block was finished already
  Counter claimed = 0;  ///< blocks taken from workers that gave no sign of life
  Counter buried = 0;   ///< blocks given up
  Counter reconnects = 0;
  Counter busy_ns = 0;  ///< at work on blocks, summed over the threads

  // Gauges:
  Counter in_flight = 0;  ///< blocks taken and not finished
  std::atomic<bool> is_connected = false;
  std::atomic<bool> is_full = false;  ///< too many results wait: no block is read
  std::atomic<bool> is_draining = false;

  // What the server has told last:
  Counter backlog = 0;          ///< blocks in the stream, those in work included
  Counter pending = 0;          ///< blocks that are some worker's
  Counter longest_idle_ms = 0;  ///< since a sign of life of the worker of a pending block
  Counter results = 0;          ///< that nobody has taken
  Counter dead = 0;             ///< blocks in the dead-letter stream
};

/// Prometheus' text format. `threads`: those that solve.
std::string work_metrics_text(const WorkMetrics& metrics, int threads, const std::string& version,
                              const std::string& isa);

}  // namespace puzzled::redis
