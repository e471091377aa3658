// The questions that the search of target Sudoku branches on: of each, just one option holds.
#include "core/target_sudoku/questions.hpp"

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

bool holds(const Option& option, const Grid& solution) {
  for (int i = 0; i < 27; ++i) {
    const bool inside = (option.cells >> i & 1) != 0;
    if (inside && solution[27 * option.band + i] == option.digit + 1) return true;
  }
  return false;
}

TEST(TargetQuestions, JustOneOptionHolds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Grid solution = random_board(seed, kCells);
    BandBoard board = board_of(with_clues(solution, seed));
    if (kRules.propagate(board) != BandOutcome::kOpen) continue;
    int questions = 0;
    for (int number = 0; number < bound::kQuestionNumbers; ++number) {
      if (!is_question(number)) continue;
      ++questions;
      const Question question = question_of(number, board);
      ASSERT_GT(question.count, 0U) << number;
      int holding = 0;
      for (std::size_t k = 0; k < question.count; ++k) {
        const Option& option = question.options[k];
        ASSERT_TRUE(is_possible(board, option));
        BandBoard child = board;
        take(child, option);
        const BandOutcome outcome = kRules.propagate(child);
        if (!holds(option, solution)) continue;
        ++holding;
        // What takes the right option keeps the solution.
        ASSERT_NE(outcome, BandOutcome::kDead);
        for (int cell = 0; cell < kCells; ++cell) {
          ASSERT_TRUE(is_candidate(child, cell, solution[cell] - 1));
        }
      }
      ASSERT_EQ(holding, 1) << number;
    }
    EXPECT_EQ(questions, 81 + 3 * 81 + 2 * 81);
  }
}

TEST(TargetQuestions, KindsOfAnEmptyBoard) {
  const BandBoard board = board_of(Grid{});
  const Question cell = question_of(40, board);
  EXPECT_EQ(cell.count, 9U);
  EXPECT_EQ(cell.options[0].band, 1);
  EXPECT_EQ(cell.options[0].cells, 1U << 13);
  // Digit 5 (lane 4 of the band) in the last row of the first band.
  const Question row = question_of(bound::kRowQuestions + 2 * bound::kLanes + 4, board);
  EXPECT_EQ(row.count, 9U);
  EXPECT_EQ(row.options[8].digit, 4);
  EXPECT_EQ(row.options[8].cells, 1U << 26);
  // Digit 1 in the last column; the mini-columns of the middle box of the last band for digit 9.
  const Question column = question_of(bound::kColumnQuestions + 9 * 8, board);
  EXPECT_EQ(column.count, 9U);
  EXPECT_EQ(column.options[8].band, 2);
  EXPECT_EQ(column.options[8].cells, 1U << 26);
  const Question mini = question_of(bound::kMiniColumnQuestions + bound::kLanes + 26, board);
  EXPECT_EQ(mini.count, 3U);
  EXPECT_EQ(mini.options[0].digit, 8);
  EXPECT_EQ(mini.options[0].band, 2);
  EXPECT_EQ(mini.options[0].cells, 01001001U << 3);
}

TEST(TargetQuestions, ShortlistTakesTheSmallestSumsOfEachKind) {
  bound::QuestionSums sums;
  std::vector<int> expected;
  for (int i = 0; i < 60; ++i) {
    for (const int first : {0, bound::kRowQuestions, bound::kMiniRowQuestions}) {
      // 7 i modulo 60 goes through all of 0 to 59.
      sums.of[first + i] = static_cast<float>(1 + 7 * i % 60);
      if (7 * i % 60 < static_cast<int>(kMostOfAKind)) expected.push_back(first + i);
    }
  }
  QuestionRecord record;
  Shortlist unknown(sums, record);
  std::vector<int> taken;
  float last = 0;
  while (!unknown.empty()) {
    taken.push_back(unknown.next());
    EXPECT_GE(sums.of[taken.back()], last);  // by sums, as nothing is known
    last = sums.of[taken.back()];
  }
  std::sort(taken.begin(), taken.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(taken, expected);

  // What is known comes later, what has left least first.
  record.note(expected[5], -3, true);
  record.note(expected[3], -8, true);
  Shortlist known(sums, record);
  taken.clear();
  while (!known.empty()) taken.push_back(known.next());
  ASSERT_EQ(taken.size(), expected.size());
  EXPECT_EQ(taken.back(), expected[5]);
  EXPECT_EQ(taken[taken.size() - 2], expected[3]);
}

TEST(TargetQuestions, RecordFollowsTheLastTries) {
  QuestionRecord record;
  EXPECT_FALSE(record.knows(100));
  record.note(100, -4, true);
  EXPECT_TRUE(record.knows(100));
  EXPECT_FLOAT_EQ(record.size(100), -4);
  // Part of a question says that it is at least so bad, nothing else.
  record.note(100, -9, false);
  EXPECT_FLOAT_EQ(record.size(100), -4);
  record.note(100, -2, false);
  const float worse = record.size(100);
  EXPECT_GT(worse, -4);
  EXPECT_LT(worse, -2);
  record.note(100, -9, true);
  EXPECT_LT(record.size(100), worse);
}

}  // namespace
}  // namespace puzzled::target
