// The questions that the search of target Sudoku branches on: of each, just one option holds.
#include "core/target/questions.hpp"

#include <gtest/gtest.h>

#include "tests/core/target_samples.hpp"

namespace puzzled::target {
namespace {

Grid with_clues(const Grid& solution, std::uint64_t seed) {
  Grid board;
  for (int cell = 0; cell < kCells; ++cell) {
    if ((static_cast<std::uint64_t>(cell) * 29 + seed) % 5 == 0) board[cell] = solution[cell];
  }
  return board;
}

Shares shares_of(const BandBoard& board) {
  Shares shares{};
  for (int digit = 0; digit < 9; ++digit) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (!is_candidate(board, cell, digit)) continue;
      shares[static_cast<std::size_t>(digit)][static_cast<std::size_t>(cell)] =
          1 / static_cast<float>(1 + (7 * cell + 3 * digit) % 11);
    }
  }
  return shares;
}

const sudoku::rules::Kernel& kRules = *sudoku::rules::find_kernel({});

bool holds(const Option& option, const Grid& solution) {
  for (int i = 0; i < 27; ++i) {
    const bool inside = (option.cells >> i & 1) != 0;
    if (inside && solution[27 * option.band + i] == option.digit + 1) return true;
  }
  return false;
}

TEST(TargetQuestions, JustOneOptionHolds) {
  std::array<float, kCells> factors;
  factors.fill(1);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Grid solution = random_board(seed, kCells);
    BandBoard board = board_of(with_clues(solution, seed));
    if (kRules.propagate(board) != BandOutcome::kOpen) continue;
    Shortlist shortlist;
    list_questions(shares_of(board), factors, shortlist);
    ASSERT_GT(shortlist.count, 0U);
    for (std::size_t i = 0; i < shortlist.count; ++i) {
      const Question& question = shortlist.questions[i];
      ASSERT_GT(question.count, 1U);
      int holding = 0;
      for (std::size_t k = 0; k < question.count; ++k) {
        const Option& option = question.options[k];
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
      ASSERT_EQ(holding, 1);
    }
  }
}

TEST(TargetQuestions, SmallSumsComeFirst) {
  const BandBoard board = board_of(Grid{});
  Shares shares = shares_of(board);
  for (auto& of_digit : shares) of_digit[40] = 0.001F;  // the centre: the best cell
  for (int column = 0; column < 9; ++column) {
    shares[4][static_cast<std::size_t>(18 + column)] = 0.002F;  // digit 5 in row 3: the best place
  }
  std::array<float, kCells> factors;
  factors.fill(1);
  Shortlist shortlist;
  list_questions(shares, factors, shortlist);
  ASSERT_EQ(shortlist.count, kKinds * kMostOfAKind);
  EXPECT_EQ(shortlist.questions[0].count, 9U);
  EXPECT_EQ(shortlist.questions[0].options[0].cells, 1U << 13);
  EXPECT_EQ(shortlist.questions[0].options[0].band, 1);
  const Question& place = shortlist.questions[kMostOfAKind];
  EXPECT_EQ(place.options[0].digit, 4);
  EXPECT_EQ(place.options[0].cells, 1U << 18);
  // A cell that matters overtakes.
  factors[7] = 1e-6F;
  list_questions(shares, factors, shortlist);
  EXPECT_EQ(shortlist.questions[0].options[0].cells, 1U << 7);
  EXPECT_EQ(shortlist.questions[0].options[0].band, 0);
}

}  // namespace
}  // namespace puzzled::target
