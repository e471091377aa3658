#include "daemon/metrics/metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <memory>

#include "daemon/metrics/metric_source.hpp"

namespace puzzled::serve {
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

void Histogram::add(std::chrono::nanoseconds duration, std::uint64_t times) {
  const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
  const std::uint64_t us = (ns + 999) / 1000;  // rounded up: a bound is part of its bucket
  const int bucket = us <= 1 ? 0 : static_cast<int>(std::bit_width(us - 1));
  counts_[static_cast<std::size_t>(std::min(bucket, kBuckets - 1))].fetch_add(
      times, std::memory_order_relaxed);
  sum_ns_.fetch_add(ns * times, std::memory_order_relaxed);
}

ProcessUse process_use(const Metrics& metrics) {
  const auto uptime = std::chrono::steady_clock::now() - metrics.started;
  return {.uptime_seconds = std::chrono::duration<double>(uptime).count(),
          .cpu_seconds = cpu_seconds(),
          .resident_bytes = resident_bytes()};
}

}  // namespace puzzled::serve
