// The best cost of an exact cover problem on all threads of a team, which share the best solution
// so far.
#pragma once

#include <cstdint>

#include "core/cover/best.hpp"
#include "core/stop.hpp"
#include "parallel/jobs/share_report.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// As cover::best(), with the same outcome unless `stop` is set. An exception comes out here.
/// `progress` gets the share of the units that are done, whose work differs widely. It may be null.
/// REQUIRES: no cover::best_refusal().
cover::BestOutcome best_cover(Team& team, const cover::Problem& problem, cover::Direction direction,
                              const ShareDone& progress, const StopFlag& stop,
                              std::uint64_t max_bytes = UINT64_MAX);

}  // namespace puzzled::parallel
