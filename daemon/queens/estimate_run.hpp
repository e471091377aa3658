// How long a count would take: some of its units are counted and timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/os/interrupt.hpp"
#include "daemon/queens/plan_choice.hpp"
#include "parallel/unit_sample.hpp"

namespace puzzled {

struct CountEstimate {
  CountIdentity count;
  std::uint64_t sampled = 0;  ///< units counted for it, each once however often it was drawn
  parallel::TotalEstimate cpu_seconds;  ///< of the whole count
  double longest_unit_seconds = 0;      ///< expected, of the unit with most work
  int threads = 1;                      ///< that worked at once, here
  bool interrupted = false;             ///< the sample is smaller than it was to be
};

/// Counts sampled units on all threads until the total is known to 2 % or a minute is over.
/// Interrupted, it tells what is known by then; an error if that is nothing.
Result<CountEstimate> estimate_count(const ChosenPlan& chosen, Interrupt& interrupt, bool quiet);

/// Expected seconds, and their error, on `machines` machines of `threads` threads: no shorter than
/// the longest unit.
parallel::TotalEstimate seconds_on(const CountEstimate& estimate, std::uint64_t machines);

/// For people, a few lines; for programs, one JSON object. `machines` 0: some numbers of machines.
std::string estimate_text(const CountEstimate& estimate, std::uint64_t machines);
std::string estimate_json(const CountEstimate& estimate, std::uint64_t machines);

}  // namespace puzzled
