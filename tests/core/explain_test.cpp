// Explanations: each step by the plain definition of its rule, and the rating that follows.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/split_mix.hpp"
#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/explain/step_text.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"
#include "tests/core/step_checker.hpp"

namespace puzzled::sudoku {
namespace {

using explain::End;
using explain::Explainer;
using explain::Explanation;
using explain::Step;

/// Found by a search of random minimal puzzles, for steps that are rare among them: a hidden
/// triple, a hidden quad, a jellyfish.
constexpr std::array<std::string_view, 3> kOfRareSteps{
    ".....8.....8.3....34.61.5...3......76....513...5.9..6..6..4...5..98...76...1..92.",
    ".58..97...6....3..74....1....6.42.....27......3.81.......9.8..587......6....5..1.",
    ".4.9.2.......8...4..543...8..3...8.7......2.97...5..1.9..........759..4..2...6.3."};

std::vector<Grid> puzzles_to_explain() {
  std::vector<Grid> puzzles;
  for (const std::string_view text : kSeventeenClues) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kFamous) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kOfRareLevels) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kOfRareSteps) puzzles.push_back(grid_from(text));
  for (std::uint64_t i = 0; i < 6; ++i) {
    puzzles.push_back(generate_puzzle({.seed = 77, .minimal = i % 4 != 0}, i));
  }
  return puzzles;
}

TEST(Explain, StepsFollowFromTheirRulesTheEasiestFirst) {
  Explainer explainer;
  std::set<std::string_view> rules;
  for (const Grid& puzzle : puzzles_to_explain()) {
    const Explanation& found = explainer.explain(puzzle);
    StepChecker checker(puzzle, list_solutions(puzzle, 1)[0]);
    for (std::size_t i = 0; i < found.steps.size(); ++i) {
      const std::string wrong = checker.take(found, found.steps[i]);
      std::string text;
      explain::append_step_text(text, found, found.steps[i]);
      ASSERT_EQ(wrong, "") << "step " << i << ": " << text;
      rules.insert(name_of(found.steps[i]));
    }
    EXPECT_EQ(checker.is_solved(), found.end == End::kSolved);
    if (found.end == End::kStuck) {
      EXPECT_EQ(checker.candidates(), found.rating.depth);
    }
  }
  EXPECT_EQ(rules, (std::set<std::string_view>{
                       "hidden single", "naked single", "pointing", "claiming", "naked pair",
                       "hidden pair", "x-wing", "naked triple", "hidden triple", "swordfish",
                       "naked quad", "hidden quad", "jellyfish", "probing"}));
}

class ExplainLevels : public EachLevel {};

TEST_P(ExplainLevels, RatingsFollowFromTheSteps) {
  std::vector<Grid> puzzles = puzzles_to_explain();
  for (std::uint64_t i = 0; i < 2000; ++i) {
    puzzles.push_back(generate_puzzle({.seed = 78, .minimal = i % 2 == 0}, i));
  }
  std::vector<Rating> ratings(puzzles.size());
  Rater(isa()).rate(puzzles, ratings);
  Explainer explainer(isa());
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Explanation& found = explainer.explain(puzzles[i]);
    EXPECT_EQ(to_string(found.rating), to_string(ratings[i])) << i;
    EXPECT_EQ(found.end, ratings[i].level == 9 ? End::kStuck : End::kSolved);
  }
}

PUZZLED_EACH_LEVEL(ExplainLevels);

TEST(Explain, EndsAsTheSolutionsDo) {
  Explainer explainer;
  EXPECT_EQ(explainer.explain(Grid()).end, End::kMultiple);
  EXPECT_EQ(explainer.explain(Grid()).rating, Rating());
  Grid impossible;
  for (int i = 0; i < 8; ++i) impossible[i] = static_cast<std::uint8_t>(i + 1);
  impossible[17] = 9;
  EXPECT_EQ(explainer.explain(impossible).end, End::kUnsolvable);
  const Grid full = list_solutions(grid_from(kSeventeenClues[0]), 1)[0];
  EXPECT_EQ(explainer.explain(full).end, End::kSolved);
  EXPECT_TRUE(explainer.explain(full).steps.empty());
  Rating rating;
  Rater().rate({&full, 1}, {&rating, 1});
  EXPECT_EQ(explainer.explain(full).rating, rating);
}

// Digits of the solution in some of the blanks.
Grid partly_filled(const Grid& puzzle, const Grid& solution, SplitMix64& random) {
  Grid board = puzzle;
  for (int cell = 0; cell < kCells; ++cell) {
    if (random.below(3) == 0) board[cell] = solution[cell];
  }
  return board;
}

TEST(Explain, NamesWhatIsWrongBesideThePuzzle) {
  Explainer explainer;
  SplitMix64 random(80);
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Grid puzzle = generate_puzzle({.seed = 80, .minimal = i % 2 == 0}, i);
    const Grid solution = list_solutions(puzzle, 1)[0];
    const Grid right = partly_filled(puzzle, solution, random);
    const Explanation expected = explainer.explain(right);
    // Clues that are blank on the board are put back.
    Grid board = right;
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle[cell] != 0 && random.below(4) == 0) board[cell] = 0;
    }
    const Explanation& found = explainer.explain_board(puzzle, board);
    EXPECT_EQ(found.end, expected.end);
    EXPECT_EQ(found.rating, expected.rating);
    EXPECT_EQ(found.start, right);
    EXPECT_EQ(found.grid, expected.grid);
    EXPECT_EQ(found.steps.size(), expected.steps.size());
    EXPECT_TRUE(found.wrong.empty());

    // Any other digits, clues among them, whatever they contradict.
    std::vector<explain::WrongEntry> wrong;
    for (int cell = 0; cell < kCells; ++cell) {
      if (board[cell] == 0 || random.below(5) != 0) continue;
      board[cell] = static_cast<std::uint8_t>(1 + (solution[cell] + random.below(8)) % 9);
      wrong.push_back({static_cast<std::uint8_t>(cell), board[cell], puzzle[cell]});
    }
    for (const std::size_t max_steps : {0, 1}) {
      const Explanation& of_wrong = explainer.explain_board(puzzle, board, max_steps);
      EXPECT_EQ(of_wrong.end,
                wrong.empty() ? (max_steps == 0 ? expected.end : End::kPaused) : End::kWrong);
      EXPECT_EQ(of_wrong.wrong, wrong);
      EXPECT_TRUE(wrong.empty() || of_wrong.steps.empty());
    }
  }
}

TEST(Explain, KnowsOnlyChangedCluesToBeWrongWhereSolutionsDiffer) {
  Explainer explainer;
  Grid puzzle;
  puzzle[0] = 1;
  Grid board = puzzle;
  board[1] = 2;
  EXPECT_EQ(explainer.explain_board(puzzle, board).end, End::kMultiple);
  EXPECT_EQ(explainer.explain_board(puzzle, board).start, board);
  board[0] = 3;
  EXPECT_EQ(explainer.explain_board(puzzle, board).wrong,
            (std::vector<explain::WrongEntry>{{.cell = 0, .digit = 3, .clue = 1}}));
  board[0] = 1;
  board[1] = 1;  // one of two
  EXPECT_EQ(explainer.explain_board(puzzle, board).end, End::kUnsolvable);
  EXPECT_TRUE(explainer.explain_board(puzzle, board).suspects.empty());
  // A puzzle without a solution is explained itself.
  Grid impossible;
  for (int i = 0; i < 8; ++i) impossible[i] = static_cast<std::uint8_t>(i + 1);
  impossible[17] = 9;
  EXPECT_EQ(explainer.explain_board(impossible, board).end, End::kUnsolvable);
  EXPECT_EQ(explainer.explain_board(impossible, board).start, impossible);
}

TEST(Explain, NamesWhatMayBeWrong) {
  Explainer explainer;
  for (std::uint64_t i = 0; i < 30; ++i) {
    Grid board = generate_puzzle({.seed = 79, .minimal = i % 2 == 0}, i);
    const Grid solution = list_solutions(board, 1)[0];
    // A digit that no unit contradicts, and that is wrong.
    int wrong = -1;
    for (int cell = 0; cell < kCells; ++cell) {
      if (board[cell] != 0) continue;
      for (std::uint8_t digit = 1; digit <= 9; ++digit) {
        board[cell] = digit;
        if (digit != solution[cell] && !find_conflict(board)) wrong = cell;
        if (wrong == cell) break;
        board[cell] = 0;
      }
      if (wrong == cell) break;
    }
    ASSERT_GE(wrong, 0);
    const Explanation found = explainer.explain(board);
    ASSERT_EQ(found.end, End::kUnsolvable);
    std::vector<std::uint8_t> expected;
    for (int cell = 0; cell < kCells; ++cell) {
      Grid without = board;
      without[cell] = 0;
      if (without != board && !list_solutions(without, 1).empty()) {
        expected.push_back(static_cast<std::uint8_t>(cell));
      }
    }
    EXPECT_EQ(found.suspects, expected);
    EXPECT_EQ(explainer.explain(board, 1).suspects, expected);
    EXPECT_TRUE(explainer.explain(board, 1).steps.empty());
    EXPECT_EQ(std::ranges::count(found.suspects, wrong), 1);
  }
}

TEST(Explain, StopsAfterAsManyStepsAsAreWanted) {
  Explainer explainer;
  for (const Grid& puzzle : puzzles_to_explain()) {
    const Explanation all = explainer.explain(puzzle);
    for (const std::size_t most : {std::size_t{1}, std::size_t{2}, all.steps.size() / 2 + 1}) {
      const Explanation& some = explainer.explain(puzzle, most);
      ASSERT_EQ(some.steps.size(), std::min(most, all.steps.size()));
      for (std::size_t i = 0; i < some.steps.size(); ++i) {
        std::string expected;
        std::string got;
        explain::append_step_text(expected, all, all.steps[i]);
        explain::append_step_text(got, some, some.steps[i]);
        EXPECT_EQ(got, expected);
      }
    }
  }
}

}  // namespace
}  // namespace puzzled::sudoku
