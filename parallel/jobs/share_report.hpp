// The progress of a job: the share of its expected work that is done.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>

namespace puzzled::parallel {

/// Takes the share, from 0 to 1; it never falls. Called on any thread of the job, never twice at a
/// time; while it runs, other threads may have to wait.
using ShareDone = std::function<void(double share)>;

/// Adds up what is done, and reports it a few times a second. Any number of threads may use it.
class ShareReport {
 public:
  /// Of `total` work. `report` may be null, and must outlive this.
  ShareReport(const ShareDone& report, double total) : report_(report), total_(total) {}

  void add(double work) {
    if (!report_) return;
    const std::lock_guard lock(mutex_);
    done_ += work;
    const Clock::time_point now = Clock::now();
    if (now - last_ < kPause) return;
    last_ = now;
    report_(std::min(1.0, done_ / total_));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{100};

  const ShareDone& report_;
  const double total_;
  std::mutex mutex_;  // of all below, and held while the caller's function runs
  double done_ = 0;
  Clock::time_point last_{};
};

}  // namespace puzzled::parallel
