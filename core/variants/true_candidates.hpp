// True candidates: of each candidate of a board the number of solutions that have it, up to a cap.
#pragma once

#include <cstdint>
#include <span>

#include "core/search_limits.hpp"
#include "core/variants/search.hpp"

namespace puzzled::variants {

/// `limits.solutions` is not looked at. REQUIRES: cap >= 1; candidates as Search::solve() does.
TrueCandidates find_true_candidates(Search& search, std::span<const ValueSet> candidates,
                                    std::uint32_t cap, const SearchLimits& limits);

}  // namespace puzzled::variants
