// The engines `search` and `cache`: bit sets, symmetry, and cached counts. (Long searches of `auto`
// are done here, too.)
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/units.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::search {

/// See cover::count(): with a cache unless the engine is kSearch.
/// REQUIRES: matrix_size(problem).fits.
CountOutcome count_by_search(const Problem& problem, const CountSettings& settings,
                             const StopFlag& stop);

/// See plan_count(): searches for a moment, then cuts by symmetry where there is some, else by the
/// options of an item, always the part that is expected to take longest. Parts that a short search
/// or, with kAuto, a short run of the frontier can count are counted at once. REQUIRES: as above.
std::shared_ptr<const CountPlan> plan_by_search(const Problem& problem,
                                                const CountSettings& settings, std::size_t units,
                                                const StopFlag& stop);

/// See cover::walk() and Walks. Walks may share the matrices of their problem.
std::unique_ptr<SolutionWalk> walk_by_search(std::shared_ptr<const Matrices> matrices,
                                             std::string_view isa,
                                             std::span<const std::uint32_t> prefix = {});

}  // namespace puzzled::cover::search
