// Options with the same elements, regardless of order and cost.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// By option, the first option with the same elements; itself if there is none before it, and if it
/// is idle. Time is linear in the size of the problem. Nothing once `stop` is set.
std::vector<std::uint32_t> first_equal_options(const Problem& problem,
                                               const StopFlag& stop = kNeverStop);

}  // namespace puzzled::cover
