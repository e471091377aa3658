// Part of a unit of the two-sided engine, small enough for large boards: solutions with a queen on
// one column of the bottoms' last row, the first that is searched.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "core/queens/meet/kernel.hpp"
#include "tests/core/queens_brute_force.hpp"

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

/// As if the column rank were `rank`, whatever the real one is. All ranks together
/// show whether lists have theirs right.
inline std::uint64_t count_at_rank(const OneColumn& work, int rank) {
  meet::RankBounds ranks{.lines = work.lines, .low = 0, .high = 0, .of_column = {}};
  ranks.low = ranks.high = static_cast<std::uint8_t>(rank);
  ranks.of_column.fill(ranks.low);
  return count_column(work, ranks);
}

/// The last rank that count_at_rank() takes: on odd boards that of an edge with a queen in the
/// middle column.
inline int last_rank(const OneColumn& work) {
  return static_cast<int>(meet::rank_end(work.lines)) - 1 + work.queens % 2;
}

/// Compares all ranks with a plain search.
inline void expect_ranks_of_search(const OneColumn& work) {
  std::array<std::uint64_t, 64> of_row_rank{};
  const auto allowed = [&](int row) -> unsigned {
    const int cut = work.queens / 2;
    if (row == cut) return 1U << work.column;
    return row < cut ? work.top : ~work.top & ((1U << work.queens) - 1);
  };
  const auto visit = [&](const Places& columns) {
    ++of_row_rank[smaller_rank(work.queens, work.lines, columns)];
  };
  Places columns{};
  for_each_solution(work.queens, visit, allowed, columns);
  std::uint64_t expected = 0;
  for (int rank = last_rank(work); rank >= 0; --rank) {
    expected += of_row_rank[rank];  // those of this rank once,
    EXPECT_EQ(count_at_rank(work, rank), expected) << work.queens << " queens, rank " << rank;
    expected += of_row_rank[rank];  // but at lower ones twice
  }
  EXPECT_GT(expected, 0U);
}

}  // namespace puzzled::queens
