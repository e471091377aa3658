// Ranks by themselves: which sides and column sets have which, and where states keep them.
#include "core/queens/meet/ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace puzzled::queens::meet {
namespace {

TEST(QueensRanks, SidesAndTheirOppositesHaveTheSame) {
  for (int lines = 1; lines <= kMaxRankedLines; ++lines) {
    const std::uint32_t all = (1U << lines) - 1;
    std::set<std::uint32_t> ranks;
    for (std::uint32_t sides = 0; sides <= all; ++sides) {
      const std::uint32_t rank = rank_of(sides, lines);
      EXPECT_EQ(rank_of(all ^ sides, lines), rank);
      ranks.insert(rank);
    }
    // As many as there are pairs of opposites, without gaps; a queen in the middle line comes next.
    EXPECT_EQ(ranks.size(), 1U << (lines - 1));
    EXPECT_EQ(*ranks.rbegin() + 1, rank_end(lines));
  }
}

TEST(QueensRanks, NoLinesHaveNone) {
  EXPECT_EQ(rank_end(0), 1U);
  EXPECT_EQ(rank_of(0, 0), 0U);
}

std::array<std::uint8_t, 32> all_weights() {
  std::array<std::uint8_t, 32> weights;
  weights.fill(1);
  return weights;
}

// Columns 0, 2 and 5 from the left are the top's, and 0, 1 and 3 from the right.
TEST(QueensRanks, OfAColumnSet) {
  const std::uint32_t left = 0b100101;
  const std::uint32_t right = 0b001011;
  const std::uint32_t top = left | 1U << 23 | 1U << 22 | 1U << 20;
  for (int lines = 0; lines <= kMaxRankedLines; ++lines) {
    const std::uint32_t all = (1U << lines) - 1;
    const RankBounds bounds = rank_bounds(24, lines, top, all_weights());
    EXPECT_EQ(bounds.lines, lines);
    EXPECT_EQ(bounds.low, std::min(rank_of(left & all, lines), rank_of(right & all, lines)));
    EXPECT_EQ(bounds.high, bounds.low);
    for (int column = 0; column < 24; ++column) {
      if ((top >> column & 1U) != 0) continue;
      EXPECT_EQ(bounds.of_column[column], bounds.low);
    }
  }
}

TEST(QueensRanks, SymmetricColumnSetsHaveTheSame) {
  const std::uint32_t board = (1U << 16) - 1;
  for (std::uint32_t top = 37; top < board; top += 37) {
    std::uint32_t mirrored = 0;
    for (int column = 0; column < 16; ++column) mirrored |= (top >> column & 1U) << (15 - column);
    for (int lines = 1; lines <= kMaxRankedLines; ++lines) {
      const int low = rank_bounds(16, lines, top, all_weights()).low;
      EXPECT_EQ(rank_bounds(16, lines, mirrored, all_weights()).low, low);
      EXPECT_EQ(rank_bounds(16, lines, board ^ top, all_weights()).low, low);
    }
  }
}

// On an odd board the middle row's queen may be in one of the ranked columns of an edge: then the
// other edge has the smaller rank.
TEST(QueensRanks, TwoOfThemOnOddBoards) {
  constexpr int kLines = 4;
  const std::uint32_t left = 0b0100;   // seen from the fourth line
  const std::uint32_t right = 0b1001;  // as 0b0110
  const std::uint32_t top = left | 1U << 16 | 1U << 13;
  const std::uint32_t left_rank = 4;
  const std::uint32_t right_rank = 6;
  ASSERT_EQ(rank_of(left, kLines), left_rank);
  ASSERT_EQ(rank_of(right, kLines), right_rank);
  RankBounds bounds = rank_bounds(17, kLines, top, all_weights());
  EXPECT_EQ(bounds.low, left_rank);
  EXPECT_EQ(bounds.high, right_rank);
  for (int column = 0; column < 17; ++column) {
    if ((top >> column & 1U) != 0) continue;
    EXPECT_EQ(bounds.of_column[column], column < kLines ? right_rank : left_rank) << column;
  }
  // Columns without weight have no say.
  std::array<std::uint8_t, 32> weights{};
  weights[0] = 2;
  bounds = rank_bounds(17, kLines, top, weights);
  EXPECT_EQ(bounds.low, right_rank);
  EXPECT_EQ(bounds.high, right_rank);
}

State all_rank_bits(int low_bits) {
  State bits = 0;
  for (std::uint32_t rank = 0; rank < 1U << (low_bits + 2); ++rank) {
    bits |= rank_bits(rank, low_bits);
  }
  return bits;
}

TEST(QueensRanks, KeepTheirOrderInStates) {
  for (const int low_bits : {kOneSidedRankBits, kTwoSidedRankBits}) {
    EXPECT_EQ(all_rank_bits(low_bits), rank_mask(low_bits));
    for (std::uint32_t rank = 1; rank < 1U << (low_bits + 2); ++rank) {
      EXPECT_LT(rank_bits(rank - 1, low_bits), rank_bits(rank, low_bits));
    }
  }
  // All ranks have room, that behind all others included. One-sided units have up to five lines.
  EXPECT_LT(rank_end(5), 1U << (kOneSidedRankBits + 2));
  EXPECT_LT(rank_end(kMaxRankedLines), 1U << (kTwoSidedRankBits + 2));
}

// Absolute diagonals leave these bits alone up to 20 queens, and no further.
TEST(QueensRanks, OneSidedBitsAreNoDiagonals) {
  for (int queens = 8; queens <= 22; ++queens) {
    const Halves halves = halves_of(queens);
    State diagonals = 0;
    for (int row = 0; row < halves.bottom_rows; ++row) {
      for (int column = 0; column < queens; ++column) diagonals |= queen_at(halves, row, column);
    }
    EXPECT_EQ((diagonals & rank_mask(kOneSidedRankBits)) == 0, queens <= 20) << queens;
    EXPECT_EQ(diagonals >> 63, 0U);
  }
}

// Diagonals by column of a row, in bits from 0 and from 32 on.
TEST(QueensRanks, TwoSidedBitsAreNoDiagonals) {
  const State columns = (State{1} << 28) - 1;
  EXPECT_EQ((columns | columns << 32) & rank_mask(kTwoSidedRankBits), 0U);
}

}  // namespace
}  // namespace puzzled::queens::meet
