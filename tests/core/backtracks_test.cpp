// Guesses of the fixed search, against the plainest code that follows its definition; and the means
// over copies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/split_mix.hpp"
#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/backtracks/guess_counter.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/guess_reference.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kGenerated = 10;
#else
constexpr std::uint64_t kGenerated = 100;
#endif

std::vector<Grid> puzzles_to_rate() {
  std::vector<Grid> puzzles;
  for (const std::string_view text : kSeventeenClues) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kFamous) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kOfRareLevels) puzzles.push_back(grid_from(text));
  for (std::uint64_t i = 0; i < kGenerated; ++i) {
    puzzles.push_back(generate_puzzle({.seed = 41, .minimal = i % 3 != 0}, i));
  }
  return puzzles;
}

class GuessCounterTest : public EachLevel {};

TEST_P(GuessCounterTest, FollowsTheDefinition) {
  std::vector<Grid> puzzles = puzzles_to_rate();
  const std::size_t originals = puzzles.size();
  for (std::uint64_t i = 0; i < originals; ++i) {
    puzzles.push_back(transformed(puzzles[i], random_transformation(42, i, 0)));
  }
  std::vector<std::uint32_t> counts(puzzles.size());
  backtracks::GuessCounter(isa()).count(puzzles, counts);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    EXPECT_EQ(counts[i], guesses_by_definition(puzzles[i])) << i;
  }
  EXPECT_EQ(std::ranges::min(counts), 0);
  EXPECT_GT(std::ranges::max(counts), 50);
}

// On boards almost without clues a digit may have all six patterns left.
TEST_P(GuessCounterTest, FollowsTheDefinitionOnBoardsWithFewClues) {
  std::vector<Grid> boards{Grid{}};
  const Grid full = grid_from(
      "123456789456789123789123456214365897365897214897214365531642978642978531978531642");
  for (std::uint64_t i = 0; i < 60; ++i) {
    SplitMix64 random(i);
    Grid board;
    for (std::uint64_t clue = 0; clue < 1 + i % 20; ++clue) {
      const auto cell = static_cast<int>(random.below(kCells));
      board[cell] = full[cell];
    }
    boards.push_back(board);
  }
  std::vector<std::uint32_t> counts(boards.size());
  backtracks::GuessCounter(isa()).count(boards, counts);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    EXPECT_EQ(counts[i], guesses_by_definition(boards[i])) << i;
  }
}
PUZZLED_EACH_LEVEL(GuessCounterTest);

// As README.md says which copies there are.
std::uint64_t total_by_definition(const Grid& puzzle, const BacktracksOptions& options) {
  std::uint64_t number = 0;
  for (int row = 0; row < 9; ++row) {
    std::uint64_t digits = 0;
    for (int column = 0; column < 9; ++column) digits = 10 * digits + puzzle[9 * row + column];
    number = SplitMix64(number ^ digits).next();
  }
  std::uint64_t total = guesses_by_definition(puzzle);
  for (std::uint64_t copy = 1; copy < options.copies; ++copy) {
    total += guesses_by_definition(
        transformed(puzzle, random_transformation(options.seed, number, copy)));
  }
  return total;
}

std::vector<TotalGuesses> totals_of(const std::vector<Grid>& puzzles,
                                    const BacktracksOptions& options, std::string_view isa = {}) {
  std::vector<TotalGuesses> totals(puzzles.size());
  BacktracksRater(isa).rate(puzzles, options, totals);
  return totals;
}

class BacktracksRaterTest : public EachLevel {};

TEST_P(BacktracksRaterTest, AddsUpTheGuessesOfAllCopies) {
  const std::vector<Grid> puzzles = puzzles_to_rate();
  for (const BacktracksOptions& options :
       {BacktracksOptions{.copies = 1}, BacktracksOptions{.copies = 4},
        BacktracksOptions{.copies = 4, .seed = 2}}) {
    const std::vector<TotalGuesses> totals = totals_of(puzzles, options, isa());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      EXPECT_EQ(totals[i], total_by_definition(puzzles[i], options)) << i;
    }
  }
}

TEST_P(BacktracksRaterTest, RatesNothingWithoutExactlyOneSolution) {
  std::vector<Grid> puzzles(2);
  puzzles[1][0] = puzzles[1][1] = 1;  // twice in a row
  for (std::uint64_t i = 0; i < 20; ++i) {
    puzzles.push_back(sample_puzzle(Kind::kNone, i));
    puzzles.push_back(sample_puzzle(Kind::kMany, i));
  }
  for (const TotalGuesses& total : totals_of(puzzles, {}, isa())) EXPECT_EQ(total, std::nullopt);
  EXPECT_TRUE(totals_of({}, {}, isa()).empty());
}
PUZZLED_EACH_LEVEL(BacktracksRaterTest);

TEST(BacktracksRater, RatesAPuzzleAlikeAmongOthersAndAlone) {
  const std::vector<Grid> puzzles = puzzles_to_rate();
  const BacktracksOptions options{.copies = 40, .seed = 7};  // several goes of the counter
  const std::vector<TotalGuesses> totals = totals_of(puzzles, options);
  std::vector<Grid> reversed(puzzles.rbegin(), puzzles.rend());
  std::vector<TotalGuesses> of_reversed = totals_of(reversed, options);
  std::ranges::reverse(of_reversed);
  EXPECT_EQ(of_reversed, totals);
  for (std::size_t i = 0; i < puzzles.size(); i += 9) {
    EXPECT_EQ(totals_of({puzzles[i]}, options).front(), totals[i]);
  }
}

TEST(BacktracksText, IsTheMeanWithTwoDecimals) {
  EXPECT_EQ(mean_text(std::nullopt, 1), "-");
  EXPECT_EQ(mean_text(TotalGuesses(18), 1), "18");
  EXPECT_EQ(mean_text(TotalGuesses(0), 3), "0.00");
  EXPECT_EQ(mean_text(TotalGuesses(55), 3), "18.33");
  EXPECT_EQ(mean_text(TotalGuesses(56), 3), "18.67");
  EXPECT_EQ(mean_text(TotalGuesses(1), 8), "0.13");  // half a hundredth goes up
  EXPECT_EQ(mean_text(TotalGuesses(1), 1000), "0.00");
  EXPECT_EQ(mean_text(TotalGuesses(123456), 10), "12345.60");
}

TEST(BacktracksText, IsReadInHundredths) {
  EXPECT_EQ(parse_hundredths("18"), 1800);
  EXPECT_EQ(parse_hundredths("18.2"), 1820);
  EXPECT_EQ(parse_hundredths("0.07"), 7);
  EXPECT_EQ(parse_hundredths("999999999999.99"), 99999999999999);
  for (const std::string_view text : {"", ".", "18.", ".5", "1.234", "1,5", "-1", "+1", " 1", "1 ",
                                      "1e3", "1000000000000", "1.2.3", "1.-"}) {
    EXPECT_EQ(parse_hundredths(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace puzzled::sudoku
