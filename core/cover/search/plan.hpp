// A count by search, cut into units: by symmetry where there is some, else by the options of an
// item, always the part that is expected to take longest.
#pragma once

#include <cstddef>
#include <memory>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/units.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::search {

/// See plan_count(). What a short search or, with kAuto, a short run of the frontier can count is
/// counted at once. REQUIRES: can_search(problem).
std::shared_ptr<const CountPlan> plan_by_search(const Problem& problem,
                                                const CountSettings& settings, std::size_t units,
                                                const StopFlag& stop);

}  // namespace puzzled::cover::search
