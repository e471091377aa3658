// The best cost of an exact cover problem on many threads, which share the best solution so far.
#pragma once

#include <cstdint>

#include "core/cover/best.hpp"
#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// As cover::best(), with the same outcome unless `stop` is set. An exception comes out here.
/// REQUIRES: no cover::best_refusal().
cover::BestOutcome best_cover(Workers& workers, const cover::Problem& problem,
                              cover::Direction direction, StopFlag& stop,
                              std::uint64_t max_bytes = UINT64_MAX);

}  // namespace puzzled::parallel
