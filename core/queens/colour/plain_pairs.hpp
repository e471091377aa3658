// Counts the pairs of one colour one by one: for the shortest lists, and as what the kernels are
// compared with.
#pragma once

#include <cstdint>
#include <vector>

#include "core/queens/colour/colour_side.hpp"
#include "core/queens/colour/lane_lists.hpp"
#include "core/stop.hpp"

namespace puzzled::queens::colour {

/// Calls visit(lane_set, partner_set, pairs) for the lanes of each set and each partner on `rows`
/// with `pairs` of them that share no diagonal with it, more than 0. False if it was stopped.
template <class Visit>
bool for_each_fit(const Board& board, const ColourSide& side, const LaneLists& lanes, Lines rows,
                  const StopFlag& stop, const Visit& visit) {
  bool stopped = false;
  for_each_placement(*side.partners, rows_in_order(board, *side.partners, rows), 0, 0, 0,
                     [&](Lines columns, State partner) {
                       const std::int32_t set = (*side.partner_sets)[columns];
                       if (set < 0 || stopped) return;
                       stopped = stop.load(std::memory_order_relaxed);
                       for (std::uint32_t lane_set = 0; lane_set < lanes.sets(); ++lane_set) {
                         std::uint32_t pairs = 0;
                         for (std::uint32_t i = lanes.starts[lane_set];
                              i < lanes.starts[lane_set + 1]; ++i) {
                           pairs += (lanes.states[i] & partner) == 0 ? 1 : 0;
                         }
                         if (pairs != 0) visit(lane_set, static_cast<std::uint32_t>(set), pairs);
                       }
                     });
  return !stopped;
}

}  // namespace puzzled::queens::colour
