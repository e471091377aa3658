// Answers what `puzzled solve` is asked beside a solution or a count, of boards of any size: one
// engine answers them all.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "core/variants/text_solver.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {

/// What was listed; any thread may read it.
struct ListCounts {
  std::atomic<std::uint64_t> solutions = 0;
  std::atomic<std::uint64_t> cut = 0;  ///< lists that `--max` ended
};

/// Answers the blocks of a run. `counts` must outlive it. `looks_for_rules`: lines with rules may
/// stand among puzzles of 9x9.
std::function<bool(StreamBlock&)> question_answerer(const variants::TextOptions& options,
                                                    bool looks_for_rules, const StopFlag& stop,
                                                    ListCounts& counts);

/// An estimate, for people.
std::string estimate_text(const variants::CountEstimate& estimate);

}  // namespace puzzled::commands
