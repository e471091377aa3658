#include "daemon/net/metrics/metric_source.hpp"

#include <sys/resource.h>

#include <chrono>

#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/process_counts.hpp"

namespace puzzled::net {
namespace {

double seconds_of(const ::timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double cpu_seconds() {
  ::rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

}  // namespace

ProcessUse process_use(const Metrics& metrics) {
  using Seconds = std::chrono::duration<double>;
  return {.uptime_seconds = Seconds(std::chrono::steady_clock::now() - metrics.started).count(),
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_memory(),
          .virtual_bytes = virtual_memory(),
          .open_files = open_files(),
          .max_open_files = max_open_files(),
          .threads = thread_count(),
          .started_unix_seconds = Seconds(metrics.started_at.time_since_epoch()).count()};
}

}  // namespace puzzled::net
