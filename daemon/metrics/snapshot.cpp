#include "daemon/metrics/snapshot.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>

namespace puzzled::serve {
namespace {

HistogramSnapshot snapshot_of(const Histogram& histogram) {
  HistogramSnapshot snapshot;
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    snapshot.counts[static_cast<std::size_t>(i)] = histogram.count(i);
  }
  snapshot.sum_ns = histogram.sum_ns();
  return snapshot;
}

double seconds_of(std::uint64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

double seconds_of(const ::timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double cpu_seconds() {
  ::rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

/// The second number of /proc/self/statm, in pages.
std::uint64_t resident_bytes() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "re"),
                                                             &std::fclose);
  unsigned long long pages = 0;
  if (!file || std::fscanf(file.get(), "%*u %llu", &pages) != 1) return 0;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

Snapshot snapshot_of(const Metrics& metrics) {
  Snapshot s;
  s.uptime_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - metrics.started).count();
  s.cpu_seconds = cpu_seconds();
  s.resident_bytes = resident_bytes();
  for (std::size_t i = 0; i < s.requests.size(); ++i) s.requests[i] = metrics.requests[i];
  for (std::size_t i = 0; i < s.errors.size(); ++i) s.errors[i] = metrics.errors[i];
  s.solved = metrics.solved;
  s.unsolvable = metrics.unsolvable;
  s.invalid = metrics.invalid;
  s.timed_out = metrics.timed_out;
  s.connections_accepted = metrics.connections_accepted;
  s.connections_refused = metrics.connections_refused;
  s.connections_dropped = metrics.connections_dropped;
  s.connections_open = metrics.connections_open;
  s.requests_in_flight = metrics.requests_in_flight;
  s.searches_in_flight = metrics.searches_in_flight;
  s.buffer_bytes = metrics.buffer_bytes;
  s.clients_waiting = metrics.clients_waiting;
  s.exceptions = metrics.exceptions;
  s.bytes_in = metrics.bytes_in;
  s.bytes_out = metrics.bytes_out;
  s.queue_wait = snapshot_of(metrics.queue_wait);
  s.solve_time = snapshot_of(metrics.solve_time);
  s.search_time = snapshot_of(metrics.search_time);
  s.stream_busy_seconds = seconds_of(metrics.stream_busy_ns);
  s.search_busy_seconds = seconds_of(metrics.search_busy_ns);
  return s;
}

}  // namespace puzzled::serve
