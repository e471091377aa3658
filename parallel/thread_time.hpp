// The processor time that a thread has used: it distinguishes a thread that works from one that
// hangs or waits.
#pragma once

#include <cstdint>
#include <ctime>

namespace puzzled::parallel {

/// By the thread's clock (CLOCK_THREAD_CPUTIME_ID for the calling thread; pthread_getcpuclockid()
/// gives another's). Any thread may call this.
inline std::int64_t cpu_time_ns(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace puzzled::parallel
