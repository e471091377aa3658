// The solutions of boards of region queens.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/queens/regions/region_board.hpp"
#include "core/search_limits.hpp"

namespace puzzled::queens {

/// What a search has found, up to its limit of solutions.
struct RegionSolutions {
  std::uint64_t count = 0;
  bool is_complete = true;  ///< false: time was up, or it was stopped
};

enum class RegionOrder {
  kLexicographic,
  kAny,  ///< whatever is found first, which takes less time
};

/// Shows solution after solution to `visit`, the column of each row's queen, from 1, until it
/// returns false.
RegionSolutions for_each_region_solution(
    const RegionBoard& board, const std::function<bool(std::span<const int> columns)>& visit,
    const SearchLimits& limits = {.solutions = 0}, RegionOrder order = RegionOrder::kLexicographic);

/// The number of solutions.
RegionSolutions count_region_solutions(const RegionBoard& board, const SearchLimits& limits);

}  // namespace puzzled::queens
