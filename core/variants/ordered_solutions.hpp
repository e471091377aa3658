// All solutions of a board in order, whatever the order in which a search finds them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/search_limits.hpp"
#include "core/variants/search.hpp"

namespace puzzled::variants {

/// A value for each cell. False: no more are wanted.
using TakeSolution = std::function<bool(std::span<const std::uint8_t>)>;

/// Hands over the solutions in the order of their values, cell by cell, up to the limit of
/// solutions (0: all). Its memory does not grow with their number.
/// REQUIRES: candidates as Search::solve() does.
Found take_ordered_solutions(Search& search, std::span<const ValueSet> candidates,
                             const SearchLimits& limits, const TakeSolution& take);

/// The same of those that come after `after`, a value for each cell, which need be no solution.
Found take_solutions_after(Search& search, std::span<const ValueSet> candidates,
                           std::span<const std::uint8_t> after, const SearchLimits& limits,
                           const TakeSolution& take);

}  // namespace puzzled::variants
