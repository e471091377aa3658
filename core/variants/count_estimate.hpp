// Estimates how many solutions a board has that has too many to be counted.
#pragma once

#include <cstdint>
#include <span>

#include "core/search_limits.hpp"
#include "core/variants/search.hpp"

namespace puzzled::variants {

struct EstimateSettings {
  double error = 0.02;                 ///< of the number of solutions, at which probing ends
  std::uint64_t max_counted = 10'000;  ///< no more solutions are counted one by one
  std::uint64_t max_probes = 1'000'000;
  std::uint64_t seed = 1;
};

/// Counts if there are few solutions, else takes random ways through the search until their mean is
/// known well enough. The same seed gives the same result unless time runs out. The interval
/// follows from how the ways differ: a board with few ways to very many solutions may have more.
/// `limits.solutions` is not looked at. REQUIRES: candidates as Search::solve() does.
CountEstimate estimate_count(Search& search, std::span<const ValueSet> candidates,
                             const EstimateSettings& settings, const SearchLimits& limits);

}  // namespace puzzled::variants
