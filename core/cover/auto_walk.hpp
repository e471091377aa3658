// The walk of the engine `auto`: links for the first nodes, since they start at once; then bit
// sets, whose matrices take longer to make the larger the problem is. Both walk in the same order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"

namespace puzzled::cover {

/// About how many nodes links visit while the matrices of a search are made: who goes to the search
/// after so many has lost half of the time at most.
std::uint64_t nodes_before_search(const Problem& problem);

/// See walk(). REQUIRES: search::can_search(problem).
std::unique_ptr<SolutionWalk> walk_by_turns(const Problem& problem, std::string_view isa,
                                            std::span<const std::uint32_t> prefix);

}  // namespace puzzled::cover
