#include "daemon/serve/ticker.hpp"

#include <utility>

namespace puzzled::serve {

Ticker::Ticker(std::chrono::milliseconds interval, std::function<bool()> tick)
    : interval_(interval), tick_(std::move(tick)), thread_([this] { run(); }) {}

Ticker::~Ticker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Ticker::wake() {
  if (awake_.load() || awake_.exchange(true)) return;
  // Not between the thread's look at the flag and its sleep.
  { const std::lock_guard lock(mutex_); }
  changed_.notify_one();
}

void Ticker::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    heart_.beat();
    const bool is_wanted = changed_.wait_for(lock, parallel::Heartbeat::kInterval,
                                             [this] { return ending_ || awake_.load(); });
    if (ending_) return;
    if (!is_wanted) continue;
    // Lowered first: what comes up while we look raises it again.
    awake_.store(false);
    lock.unlock();
    const bool more = tick_();
    lock.lock();
    if (more) awake_.store(true);
    changed_.wait_for(lock, interval_, [this] { return ending_; });
  }
}

}  // namespace puzzled::serve
