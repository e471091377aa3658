#include "daemon/net/metrics/metric_source.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>

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

/// The second number of /proc/self/statm, in pages.
std::uint64_t resident_bytes() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "re"),
                                                             &std::fclose);
  unsigned long long pages = 0;
  if (!file || std::fscanf(file.get(), "%*u %llu", &pages) != 1) return 0;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

ProcessUse process_use(const Metrics& metrics) {
  const auto uptime = std::chrono::steady_clock::now() - metrics.started;
  return {.uptime_seconds = std::chrono::duration<double>(uptime).count(),
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_bytes()};
}

}  // namespace puzzled::net
