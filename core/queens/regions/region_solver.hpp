// The solutions of boards of region queens, in lexicographic order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/queens/regions/region_board.hpp"
#include "core/stop.hpp"

namespace puzzled::queens {

/// Shows solution after solution to `visit`, the column of each row's queen, from 1, in
/// lexicographic order, until it returns false. False if `stop` was set before the end.
bool for_each_region_solution(const RegionBoard& board,
                              const std::function<bool(std::span<const int> columns)>& visit,
                              const StopFlag& stop = kNeverStop);

/// The number of solutions, at most `limit`. What was found if `stop` was set.
std::uint64_t count_region_solutions(const RegionBoard& board, std::uint64_t limit,
                                     const StopFlag& stop = kNeverStop);

}  // namespace puzzled::queens
