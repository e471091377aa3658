// The time limit of searches that only a stop flag ends.
#pragma once

#include <chrono>

namespace puzzled {

/// Solvers look at their stop flag only where time is limited, too. With a limit as long as this
/// one, puzzles are searched as under one of seconds: those that take 33 ms in company go on alone.
inline constexpr std::chrono::hours kEndlessTime{24 * 365};

}  // namespace puzzled
