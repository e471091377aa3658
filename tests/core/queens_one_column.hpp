// Part of a unit of the two-sided engine, small enough for large boards: solutions with a queen on
// one column of the bottoms' last row, the first that is searched.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "core/queens/meet/kernel.hpp"

namespace puzzled::queens {

struct OneColumn {
  int queens;
  int split;
  int lines;  ///< that have ranks; 0: every solution counts once
  std::uint32_t top;
  int column;
  std::string_view isa{};
};

inline std::uint64_t count_column(const OneColumn& work, const meet::RankBounds& ranks) {
  static meet::Workspace workspace;
  std::array<std::uint8_t, 32> weights{};
  weights[work.column] = 1;
  const meet::TwoSidedUnit unit{.halves = meet::halves_of(work.queens),
                                .middle_rows = work.split,
                                .top_columns = work.top,
                                .weights = weights.data(),
                                .ranks = ranks,
                                .stop = &kNeverStop};
  meet::Tally tally;
  EXPECT_TRUE(meet::find_kernel(work.isa)->count_two_sided(unit, workspace, &tally));
  EXPECT_FALSE(disagreement(meet::to_unit_count(tally)));
  return tally.count;
}

inline std::uint64_t count_column(const OneColumn& work) {
  std::array<std::uint8_t, 32> weights{};
  weights[work.column] = 1;
  return count_column(work, meet::rank_bounds(work.queens, work.lines, work.top, weights));
}

/// All solutions from those that count at each column rank, whatever the real one is. With G(r) of
/// row rank r or more, G(r) + G(r + 1) count at r: their sum with alternating signs is G(0), all of
/// them, if no row rank reaches the end.
inline std::uint64_t alternating_sum(const OneColumn& work) {
  std::uint64_t sum = 0;
  const int end = static_cast<int>(meet::rank_end(work.lines)) + work.queens % 2;
  for (int rank = 0; rank < end; ++rank) {
    meet::RankBounds ranks{.lines = work.lines, .low = 0, .high = 0, .of_column = {}};
    ranks.low = ranks.high = static_cast<std::uint8_t>(rank);
    ranks.of_column.fill(ranks.low);
    const std::uint64_t count = count_column(work, ranks);
    sum = rank % 2 == 0 ? sum + count : sum - count;
  }
  return sum;
}

}  // namespace puzzled::queens
