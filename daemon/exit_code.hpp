// What the program's exit status says. 128 + N: ended by signal N (130: Ctrl-C).
#pragma once

namespace puzzled {

inline constexpr int kExitAllWell = 0;
inline constexpr int kExitSomeUnanswered = 1;  ///< some puzzle unsolvable, invalid or timed out
inline constexpr int kExitFailure = 2;         ///< usage, or input or output failed

}  // namespace puzzled
