// What a worker counts, and how it tells that over HTTP. All names begin with puzzled_work_, but
// for those of the process and of answers, which are the daemon's.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "daemon/net/http/http_answer.hpp"
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

/// What the answers to HTTP requests are made of.
struct WorkHttpSources {
  const WorkMetrics& metrics;
  int threads = 0;  ///< those that solve
  net::ServerInfo info;
  std::function<bool()> alive;
};

/// What a worker answers to HTTP requests of operators and their monitoring.
///   GET /metrics   the numbers for Prometheus
///   GET /healthz   200 while no thread of the worker hangs, else 503
///   GET /readyz    200 while blocks are taken, 503 without the server and while draining
net::HttpAnswer answer_work_http(const net::HttpRequest& request, const WorkHttpSources& sources);

}  // namespace puzzled::redis
