#include "core/queens/meet/kernel.hpp"

namespace puzzled::queens::meet {

bool is_stopped(const StopFlag& stop) {
  return stop.load(std::memory_order_relaxed);
}

}  // namespace puzzled::queens::meet
