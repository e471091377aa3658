// True candidates: of each candidate of a board the number of solutions that have it, up to a cap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search_limits.hpp"
#include "core/variants/search.hpp"

namespace puzzled::variants {

struct TrueCandidates {
  std::size_t size = 0;               ///< of a side
  std::vector<std::uint32_t> counts;  ///< of each cell, of each value
  bool timed_out = false;             ///< then counts are lower bounds

  /// Solutions in which a cell holds a value, at most as many as the cap.
  std::uint32_t count(Cell cell, int value) const {
    return counts[cell * size + static_cast<std::size_t>(value - 1)];
  }
  /// Of a cell, the values that it holds in a solution.
  ValueSet values(Cell cell) const;
};

/// `limits.solutions` is not looked at. REQUIRES: cap >= 1; candidates as Search::solve() does.
TrueCandidates find_true_candidates(Search& search, std::span<const ValueSet> candidates,
                                    std::uint32_t cap, const SearchLimits& limits);

}  // namespace puzzled::variants
