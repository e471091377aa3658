// How a search is asked to stop: the one way for every engine and every room.
#pragma once

#include <atomic>

namespace puzzled {

/// Set by any thread, once, to ask a search to stop; never reset while the search runs. Read and
/// written relaxed: nothing is passed on through it. Searches read it at least every 50 ms.
using StopFlag = std::atomic<bool>;

inline bool is_stopped(const StopFlag& stop) {
  return stop.load(std::memory_order_relaxed);
}

/// For searches that nobody stops.
inline const StopFlag kNeverStop{false};

}  // namespace puzzled
