#include "core/search_limits.hpp"

namespace puzzled {

bool SearchClock::look() {
  const auto now = std::chrono::steady_clock::now();
  if (!started_) {
    started_ = true;
    start_ = now;
  }
  const bool up = now - start_ >= time_;
  steps_left_ = up ? 1 : steps_between_;
  return up;
}

}  // namespace puzzled
