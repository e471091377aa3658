// What the public calls on many threads have in common.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled {

/// From the argument of a public call: 0 and less mean all processors.
int worker_count(int threads);

/// A run's own stop flag, which follows the caller's: runs set theirs, the caller's never changes.
/// With a caller's flag there is a thread that looks at it every few milliseconds.
class StopLink {
 public:
  /// `from` may be null; else it must outlive this.
  explicit StopLink(const StopFlag* from);

  StopFlag& flag() { return flag_; }
  /// Whether the caller's flag was set: what the run has found may not be all.
  bool asked() const { return from_ != nullptr && is_stopped(*from_); }

 private:
  const StopFlag* from_;
  StopFlag flag_{false};
  std::mutex mutex_;  // for the wait alone; it guards nothing
  std::condition_variable_any ended_;
  std::jthread watcher_;  // last: it ends before all else goes
};

}  // namespace puzzled
