// What the public calls on many threads have in common: how many threads they use, and who checks
// the caller's stop flag and calls its `progress`.
//
// A run has a stop flag and a progress value of its own. The calling thread passes the caller's
// flag on to the run and calls `progress`, twenty times a second. If every piece of work is short,
// it does so between pieces that it works on itself. Otherwise it only waits and watches, and a
// spare thread works in its place.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "core/stop.hpp"
#include "parallel/workers.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {

/// From the option of a public call: 0 and less mean all processors.
int worker_count(int threads);

class CallerWatch;

/// The state of one call; any of its threads may use it.
struct RunState {
  StopFlag stop{false};
  std::atomic<double> done{0};   ///< 0 to 1
  CallerWatch* watch = nullptr;  ///< of the calling thread if that works itself

  /// To be called between pieces of work: on the calling thread, checks the caller's flag and calls
  /// `progress` if it is time. Rethrows what `progress` throws. Returns whether to stop.
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

/// Runs `work`. Rethrows an exception of `work`, or of `progress` once all work has ended. Returns
/// false if the caller's flag ended it: results may be incomplete.
/// REQUIRES: `work` returns soon after `stop` is set.
bool run_watched(const RunOptions& options, Pieces pieces,
                 const std::function<void(RunState& state)>& work);

/// Solvers check their stop flag only when they have a time limit, too. A limit that never runs out
/// has the same effect as one of seconds: a puzzle that takes 33 ms in a batch is then solved by
/// itself.
inline constexpr std::chrono::hours kEndlessTime{24 * 365};

}  // namespace puzzled
