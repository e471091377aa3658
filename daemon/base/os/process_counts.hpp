// What this process has open and running, for those who watch it.
#pragma once

#include <cstdint>

namespace puzzled {

/// Open files, sockets among them; 0 if the system does not say. Linux 6.2 and later know the
/// number. Before, they are counted, in 2 ms for a thousand: then at most a hundredth of the time
/// is spent on it, and the answer may be the one of that pause. Any thread; takes a lock.
std::uint64_t open_files();

/// The most that may be open.
std::uint64_t max_open_files();

/// Threads; 0 if the system does not say.
std::uint64_t thread_count();

}  // namespace puzzled
