#include "daemon/base/os/heap.hpp"

#include <malloc.h>

namespace puzzled {
namespace {

/// Larger than all buffers of eight busy clients.
constexpr int kMaxKept = 32 << 20;

/// The system provides larger blocks one by one, and gets them back when they are freed.
constexpr int kLargeBlock = 4 << 20;

}  // namespace

#ifdef __GLIBC__

void keep_freed_memory() {
  ::mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  ::mallopt(M_TRIM_THRESHOLD, kMaxKept);
}

void give_back_freed_memory() {
  // The thresholds concern the end of the heap only; holes between buffers stay.
  if (::mallinfo2().fordblks > kMaxKept) ::malloc_trim(0);
}

#else

void keep_freed_memory() {}
void give_back_freed_memory() {}

#endif

}  // namespace puzzled
