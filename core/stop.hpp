// How a search is asked to stop: the one way for every engine and every room.
#pragma once

#include <atomic>

#include "puzzled/search.hpp"  // StopFlag

namespace puzzled {

inline bool is_stopped(const StopFlag& stop) {
  return stop.load(std::memory_order_relaxed);
}

/// For searches that nobody stops.
inline const StopFlag kNeverStop{false};

}  // namespace puzzled
