// The branchings of the tree search of target Sudoku: of each, exactly one branch holds.
#include "core/target_sudoku/branchings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tests/core/target_samples.hpp"

namespace puzzled::target {
namespace {

const sudoku::rules::Kernel& kRules = *sudoku::rules::find_kernel({});

Grid with_clues(const Grid& solution, std::uint64_t seed) {
  Grid board;
  for (int cell = 0; cell < kCells; ++cell) {
    if ((static_cast<std::uint64_t>(cell) * 29 + seed) % 5 == 0) board[cell] = solution[cell];
  }
  return board;
}

bool holds(const Branch& branch, const Grid& solution) {
  for (int i = 0; i < 27; ++i) {
    const bool inside = (branch.cells >> i & 1) != 0;
    if (inside && solution[27 * branch.band + i] == branch.digit + 1) return true;
  }
  return false;
}

TEST(TargetBranchings, ExactlyOneBranchHolds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Grid solution = random_board(seed, kCells);
    BandBoard board = board_of(with_clues(solution, seed));
    if (kRules.propagate(board) != BandOutcome::kOpen) continue;
    int branchings = 0;
    for (int number = 0; number < bound::kBranchingNumbers; ++number) {
      if (!is_branching(number)) continue;
      ++branchings;
      const Branching branching = branching_of(number, board);
      ASSERT_GT(branching.count, 0U) << number;
      int holding = 0;
      for (std::size_t k = 0; k < branching.count; ++k) {
        const Branch& branch = branching.branches[k];
        ASSERT_TRUE(is_possible(board, branch));
        BandBoard child = board;
        take(child, branch);
        const BandOutcome outcome = kRules.propagate(child);
        if (!holds(branch, solution)) continue;
        ++holding;
        // The right branch keeps the solution.
        ASSERT_NE(outcome, BandOutcome::kContradiction);
        for (int cell = 0; cell < kCells; ++cell) {
          ASSERT_TRUE(is_candidate(child, cell, solution[cell] - 1));
        }
      }
      ASSERT_EQ(holding, 1) << number;
    }
    EXPECT_EQ(branchings, 81 + 3 * 81 + 2 * 81);
  }
}

TEST(TargetBranchings, KindsOfAnEmptyBoard) {
  const BandBoard board = board_of(Grid{});
  const Branching cell = branching_of(40, board);
  EXPECT_EQ(cell.count, 9U);
  EXPECT_EQ(cell.branches[0].band, 1);
  EXPECT_EQ(cell.branches[0].cells, 1U << 13);
  // Digit 5 (lane 4 of the band) in the last row of the first band.
  const Branching row = branching_of(bound::kRowBranchings + 2 * bound::kLanes + 4, board);
  EXPECT_EQ(row.count, 9U);
  EXPECT_EQ(row.branches[8].digit, 4);
  EXPECT_EQ(row.branches[8].cells, 1U << 26);
  // Digit 1 in the last column; the mini-columns of the middle box of the last band for digit 9.
  const Branching column = branching_of(bound::kColumnBranchings + 9 * 8, board);
  EXPECT_EQ(column.count, 9U);
  EXPECT_EQ(column.branches[8].band, 2);
  EXPECT_EQ(column.branches[8].cells, 1U << 26);
  const Branching mini = branching_of(bound::kMiniColumnBranchings + bound::kLanes + 26, board);
  EXPECT_EQ(mini.count, 3U);
  EXPECT_EQ(mini.branches[0].digit, 8);
  EXPECT_EQ(mini.branches[0].band, 2);
  EXPECT_EQ(mini.branches[0].cells, 01001001U << 3);
}

TEST(TargetBranchings, ShortlistTakesTheLowestScoresOfEachKind) {
  bound::BranchingScores scores;
  std::vector<int> expected;
  for (int i = 0; i < 60; ++i) {
    for (const int first : {0, bound::kRowBranchings, bound::kMiniRowBranchings}) {
      // 7 i modulo 60 goes through all of 0 to 59.
      scores.score[first + i] = static_cast<float>(1 + 7 * i % 60);
      if (7 * i % 60 < static_cast<int>(kMaxOfAKind)) expected.push_back(first + i);
    }
  }
  PseudoCosts costs;
  Shortlist unknown(scores, costs);
  std::vector<int> taken;
  float last = 0;
  while (!unknown.empty()) {
    taken.push_back(unknown.next());
    EXPECT_GE(scores.score[taken.back()], last);  // by scores, as nothing is known
    last = scores.score[taken.back()];
  }
  std::sort(taken.begin(), taken.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(taken, expected);

  // Known branchings come later, in the order of their pseudo-costs.
  costs.record(expected[5], -3, true);
  costs.record(expected[3], -8, true);
  Shortlist known(scores, costs);
  taken.clear();
  while (!known.empty()) taken.push_back(known.next());
  ASSERT_EQ(taken.size(), expected.size());
  EXPECT_EQ(taken.back(), expected[5]);
  EXPECT_EQ(taken[taken.size() - 2], expected[3]);
}

TEST(TargetBranchings, PseudoCostsFollowTheLastTries) {
  PseudoCosts costs;
  EXPECT_FALSE(costs.knows(100));
  costs.record(100, -4, true);
  EXPECT_TRUE(costs.knows(100));
  EXPECT_FLOAT_EQ(costs.size(100), -4);
  // A part of a branching is a lower bound, nothing else.
  costs.record(100, -9, false);
  EXPECT_FLOAT_EQ(costs.size(100), -4);
  costs.record(100, -2, false);
  const float worse = costs.size(100);
  EXPECT_GT(worse, -4);
  EXPECT_LT(worse, -2);
  costs.record(100, -9, true);
  EXPECT_LT(costs.size(100), worse);
}

}  // namespace
}  // namespace puzzled::target
