#include "daemon/commands/bulk/stop_clock.hpp"

namespace puzzled::commands {
namespace {

constexpr std::chrono::milliseconds kTick{5};

}  // namespace

StopClock::StopClock(std::size_t workers, std::chrono::nanoseconds limit, Interrupt& interrupt)
    : limit_(limit), interrupt_(interrupt), flags_(limit.count() > 0 ? workers : 1) {
  if (limit_.count() > 0) {
    watcher_ = std::thread([this] { watch(); });
  } else {
    interrupt_.set_stop_flag(&flags_.front().raised);
  }
}

StopClock::~StopClock() {
  if (!watcher_.joinable()) {
    interrupt_.set_stop_flag(nullptr);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  end_changed_.notify_one();
  watcher_.join();
}

std::atomic<bool>& StopClock::begin(std::size_t worker) {
  if (limit_.count() == 0) return flags_.front().raised;
  Flag& flag = flags_[worker];
  const std::lock_guard lock(mutex_);  // else the watcher might raise it for the search before
  const auto due = Clock::now() + limit_;
  flag.due.store(due.time_since_epoch().count(), std::memory_order_relaxed);
  flag.raised.store(Clock::now() >= due, std::memory_order_relaxed);
  return flag.raised;
}

void StopClock::watch() {
  std::unique_lock lock(mutex_);
  while (!end_changed_.wait_for(lock, kTick, [this] { return end_; })) {
    const Clock::rep now = Clock::now().time_since_epoch().count();
    for (Flag& flag : flags_) {
      const Clock::rep due = flag.due.load(std::memory_order_relaxed);
      if (interrupt_.requested() || (due != 0 && now >= due)) {
        flag.raised.store(true, std::memory_order_relaxed);
      }
    }
  }
}

}  // namespace puzzled::commands
