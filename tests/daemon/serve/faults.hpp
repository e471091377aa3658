// Faults on demand, for a test program that links faults.cpp: allocations that fail, and system
// calls of the daemon that do. Threads of the test itself are spared.
#pragma once

#include <cstdint>

namespace puzzled::serve::faults {

/// Spares the calling thread.
void spare_this_thread();

/// From now on `skipped` allocations succeed, then `failing` fail, then all succeed again.
void fail_allocations(std::int64_t skipped, std::int64_t failing);

/// No more faults of any kind; how many allocations there were since fail_allocations().
std::int64_t stop();

/// The same for descriptors that are added to an epoll; they fail with ENOSPC.
void fail_watches(std::int64_t skipped, std::int64_t failing);

/// The next `failing` calls of accept4() fail with that errno.
void fail_accepts(std::int64_t failing, int code);

}  // namespace puzzled::serve::faults
