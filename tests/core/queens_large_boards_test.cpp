// What only large boards show: bits of states and keys that smaller ones do not need. Whole boards
// cannot be counted, so one column set is, with one column of the bottoms' last row;
// queens_long_test compares more of them with the method that had no ranks.
#include <gtest/gtest.h>

#include <bit>

#include "core/queens/meet/symmetry.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_one_column.hpp"

namespace puzzled::queens {
namespace {

// States keep a rank in bits that must not move with the diagonals, and that no diagonal may reach:
// up to 18 queens a mistake there goes unnoticed.
TEST(QueensLargeBoards, RanksAreNoDiagonals) {
  expect_ranks_of_search({.queens = 24, .split = 5, .lines = 6, .top = 0x7fc7, .column = 22});
}

// One-sided states have three free bits for ranks at 20 queens. Both engines count the same column
// sets here, and have ranks in other bits.
TEST(QueensLargeBoards, RanksAtTheLimitOfTheOneSidedEngine) {
  constexpr int kSplit = 8;
  constexpr int kLines = 5;
  for (const int queens : {19, 20}) {
    const auto units = meet::outer_columns(queens, kSplit);
    const auto plan = plan_of({.queens = queens, .engine = "one-sided", .split = kSplit});
    const auto counter = plan->make_counter();
    meet::Workspace workspace;
    for (std::uint64_t number = 50; number < units.size(); number += units.size() / 10) {
      const meet::OuterColumns& unit = units[number];
      const int inner_tops = queens / 2 - std::popcount(unit.top);
      const std::uint32_t inner_end = 1U << (queens - 2 * kSplit);
      Count both_ranks = 0;
      for (std::uint32_t inner = 0; inner < inner_end; ++inner) {
        if (std::popcount(inner) != inner_tops) continue;
        const std::uint32_t top = unit.top | inner << kSplit;
        meet::Tally tally;
        ASSERT_TRUE(meet::find_kernel("")->count_two_sided(
            {.halves = meet::halves_of(queens),
             .middle_rows = 4,
             .top_columns = top,
             .weights = unit.weights.data(),
             .ranks = meet::rank_bounds(queens, kLines, top, unit.weights),
             .stop = &kNeverStop},
            workspace, &tally));
        both_ranks += tally.count;
      }
      EXPECT_EQ(to_text(counter->count(number, kNeverStop)->count), to_text(both_ranks))
          << queens << " queens, unit " << number;
    }
  }
}

// Keys of more than 32 bits, of up to 48, and some that lead only from a list to a middle row.
// Finer splits have fewer. The column sets have high ranks, which makes them quick.
class QueensKeys : public EachLevel {};
PUZZLED_EACH_LEVEL(QueensKeys);

void expect_both_splits(OneColumn work, int other_split, std::uint64_t expected) {
  EXPECT_EQ(count_column(work), expected) << work.queens << " queens, split " << work.split;
  work.split = other_split;
  EXPECT_EQ(count_column(work), expected) << work.queens << " queens, split " << work.split;
}

TEST_P(QueensKeys, OfMoreThan40Bits) {
  // 44, 42 and 48 bits.
  expect_both_splits(
      {.queens = 24, .split = 4, .lines = 6, .top = 0x87f521, .column = 9, .isa = isa()}, 7, 956);
  expect_both_splits(
      {.queens = 25, .split = 5, .lines = 6, .top = 0xf7d021, .column = 9, .isa = isa()}, 7, 704);
  expect_both_splits(
      {.queens = 26, .split = 4, .lines = 6, .top = 0x21fea21, .column = 12, .isa = isa()}, 8,
      2662);
}

// The numbers are those of one more middle row, too.
TEST(QueensLargeBoards, KeysOf27And28Queens) {
  // 36 and 35 bits.
  EXPECT_EQ(count_column({.queens = 27, .split = 6, .lines = 6, .top = 0x32699f, .column = 24}),
            107697U);
  EXPECT_EQ(count_column({.queens = 28, .split = 7, .lines = 6, .top = 0xf8b63a0, .column = 10}),
            2988U);
}

}  // namespace
}  // namespace puzzled::queens
