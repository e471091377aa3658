// Solutions that a turn of the board leaves as they are; from them and the total, Burnside's lemma
// gives the number of fundamental solutions (OEIS A002562), those that no turn and no reflection
// makes equal.
#pragma once

#include <atomic>
#include <optional>

#include "core/queens/count.hpp"

namespace puzzled::queens {

struct FixedSolutions {
  Count half_turn = 0;     ///< fixed by a turn of 180 degrees: OEIS A032522
  Count quarter_turn = 0;  ///< fixed by a turn of 90 degrees: OEIS A033148
};

/// Counts them by search, or gives nothing when `stop` turned true (it is read at least every
/// 50 ms). 24 queens take a quarter of a second, each two more about nine times as long.
/// REQUIRES: 1 <= queens <= kMaxQueens.
std::optional<FixedSolutions> count_fixed(int queens, const std::atomic<bool>& stop);

/// The number of fundamental solutions of a board with `total` solutions.
Count fundamental_solutions(int queens, Count total, const FixedSolutions& fixed);

}  // namespace puzzled::queens
