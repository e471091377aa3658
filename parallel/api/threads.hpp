// What the public calls on many threads have in common: how many threads, and who looks after the
// caller's stop flag and progress.
//
// A run has a stop flag of its own, and says how much it has done. The caller's thread looks: at
// the caller's flag, and what it sees it passes on; and twenty times a second it calls `progress`.
// If no piece of the work takes long, it looks between pieces that it works on itself. Else it
// waits, and a thread that is kept for that works in its place.
#pragma once

#include <atomic>
#include <functional>

#include "core/stop.hpp"
#include "parallel/workers.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {

/// From the option of a public call: 0 and less mean all processors.
int worker_count(int threads);

class CallerWatch;

/// Of one call; any of its threads may use it.
struct RunState {
  StopFlag stop{false};
  std::atomic<double> done{0};   ///< 0 to 1
  CallerWatch* watch = nullptr;  ///< of the caller's thread if that works itself

  /// To be called between pieces of work: looks if this is the caller's thread and it is time. What
  /// `progress` throws comes out. Returns whether to stop.
  bool look();

  /// Writes `done`, for a job.
  std::function<void(double)> progress() {
    return [this](double share) { done.store(share, std::memory_order_relaxed); };
  }
};

/// How long a piece of work takes, from one look() to the next.
enum class Pieces {
  kShort,  ///< half a second at most
  kLong,
};

/// Runs `work`. An exception of `work` or of `progress` comes out, the latter when all has ended.
/// Returns false if the caller's flag was seen: what was found may not be all.
/// REQUIRES: `work` returns soon after `stop` is set.
bool run_watched(const RunOptions& options, Pieces pieces,
                 const std::function<void(RunState& state)>& work);

}  // namespace puzzled
