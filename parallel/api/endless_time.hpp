// The time limit of searches that only a stop flag ends.
#pragma once

#include <chrono>

namespace puzzled {

/// Solvers check their stop flag only when they have a time limit, too. A limit that never runs out
/// has the same effect as one of seconds: a puzzle that takes 33 ms in a batch is then solved by
/// itself.
inline constexpr std::chrono::hours kEndlessTime{24 * 365};

}  // namespace puzzled
