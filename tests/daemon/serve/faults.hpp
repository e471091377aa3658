// Faults on demand, for a test program that links faults.cpp: system calls of the daemon that fail.
// Threads of the test itself are spared.
#pragma once

#include <cstdint>

namespace puzzled::net::faults {

/// Spares the calling thread.
void spare_this_thread();

/// No more faults of any kind.
void stop();

/// From now on `skipped` descriptors are added to an epoll, then `failing` are not: ENOSPC.
void fail_watches(std::int64_t skipped, std::int64_t failing);

/// The next `failing` calls of accept4() fail with that errno.
void fail_accepts(std::int64_t failing, int code);

}  // namespace puzzled::net::faults
