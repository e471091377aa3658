// Boards of region queens at random, with one solution each.
#pragma once

#include <optional>

#include "core/queens/regions/region_board.hpp"
#include "core/split_mix.hpp"
#include "core/stop.hpp"

namespace puzzled::queens {

/// No board of 2 or 3 rows has a solution; of larger boards than 16 one takes minutes.
inline constexpr int kMinGeneratedRegions = 4;
inline constexpr int kMaxGeneratedRegions = 16;

/// A board with one solution, whose regions hang together by sides; regions have letters from A on.
/// The same numbers give the same board. Nothing if `stop` was set. REQUIRES: `queens` is in the
/// range above.
std::optional<RegionBoard> random_region_board(int queens, SplitMix64& random,
                                               const StopFlag& stop = kNeverStop);

}  // namespace puzzled::queens
