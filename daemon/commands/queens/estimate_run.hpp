// Estimates the time of a count by counting and timing a sample of its units.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/queens/plan_choice.hpp"
#include "parallel/unit_sample.hpp"

namespace puzzled::commands {

struct CountEstimate {
  CountIdentity count;
  std::uint64_t sampled = 0;            ///< different units that were counted
  parallel::TotalEstimate cpu_seconds;  ///< of the whole count
  double longest_unit_seconds = 0;      ///< expected, of the unit with most work
  std::uint64_t memory = 0;             ///< bytes of a thread, at most
  int threads = 1;                      ///< of this machine that worked at the same time
  bool interrupted = false;             ///< the sample is smaller than planned
};

/// Counts sampled units on all threads until the total is known to 2 % or a minute is over.
/// After an interrupt it returns the estimate so far; the error: there is none yet.
Result<CountEstimate> estimate_count(const ChosenPlan& chosen, Interrupt& interrupt, bool quiet);

/// Expected seconds, and their error, on `machines` machines of `threads` threads: at least those
/// of the longest unit.
parallel::TotalEstimate seconds_on(const CountEstimate& estimate, std::uint64_t machines);

/// For people, a few lines. `machines` 0: for several numbers of machines.
std::string estimate_text(const CountEstimate& estimate, std::uint64_t machines);

/// One JSON object and its line feed. `machines` 0: for this machine only.
std::string estimate_json(const CountEstimate& estimate, std::uint64_t machines);

}  // namespace puzzled::commands
