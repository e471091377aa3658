// What the searches of all problems have in common: how they are stopped, and what is best.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "puzzled/export.h"

namespace puzzled {

/// Set by any thread, once, to ask a search to stop; never reset while the search runs. Read and
/// written relaxed: nothing is passed on through it. Searches read it at least every 50 ms.
using StopFlag = std::atomic<bool>;

/// Called by a long call about 20 times a second, on the thread that made the call: `done` is how
/// much of the work is done, from 0 to 1, as far as that is known. What it throws ends the work,
/// and comes out of the call.
using Progress = std::function<void(double done)>;

/// Which of two scores or costs is better.
enum class Goal { kMinimize, kMaximize };

/// What is known about the best solution.
enum class BestStatus {
  kProven,      ///< none is better
  kUnproven,    ///< stopped early: the best so far
  kUnknown,     ///< stopped before a solution was found
  kUnsolvable,  ///< proven: there is no solution
};

/// `proven`, `unproven` and so on: the name of the enumerator.
PUZZLED_API std::string to_string(BestStatus status);

}  // namespace puzzled
