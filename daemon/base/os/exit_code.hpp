// The exit statuses of the program. 128 + N: ended by signal N (130: Ctrl-C). With kExitFailure and
// 128 + N no file of -o has been replaced (output.hpp).
#pragma once

namespace puzzled {

inline constexpr int kExitAllWell = 0;
/// Some puzzle was unsolvable, invalid or timed out; with `send`, or declined or lost.
inline constexpr int kExitSomeUnanswered = 1;
/// Usage, or input or output failed; a command had no memory, or no threads.
inline constexpr int kExitFailure = 2;
/// The same of the daemon, which answered requests until then (memory_end.hpp).
inline constexpr int kExitNoMemory = 3;

}  // namespace puzzled
