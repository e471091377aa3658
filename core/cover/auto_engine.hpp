// The engine `auto`: which engine counts a problem, and which walks through its solutions.
#pragma once

#include <memory>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// See count_part(). The .cpp has the rules by which it chooses.
CountOutcome count_by_auto(const Problem& problem, const CountSettings& settings,
                           const StopFlag& stop);

/// See walk(): links for the first nodes, since they start at once; then bit sets, whose matrices
/// take time to make. Both walk in the same order.
/// REQUIRES: `size`, that of the problem, fits.
std::unique_ptr<SolutionWalk> walk_by_auto(const Problem& problem, search::MatrixSize size,
                                           std::string_view isa);

}  // namespace puzzled::cover
