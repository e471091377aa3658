#include "daemon/net/metrics/metric_source.hpp"

#include <sys/resource.h>

#include <chrono>

#include "daemon/base/os/free_memory.hpp"

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
  const auto uptime = std::chrono::steady_clock::now() - metrics.started;
  return {.uptime_seconds = std::chrono::duration<double>(uptime).count(),
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_memory()};
}

}  // namespace puzzled::net
