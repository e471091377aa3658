// Every engine on puzzles whose answer is known beforehand.
#include "core/sudoku/engines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sudoku/band_engine.hpp"
#include "tests/core/sample_puzzles.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::sudoku {

// Found by GoogleTest, which otherwise names a parameter by its bytes.
static void PrintTo(const Engine& engine, std::ostream* out) {
  *out << engine.name;
}

namespace {

TEST(EngineTable, BatchIsTheDefaultAndNamesAreFound) {
  EXPECT_EQ(all_engines().front().name, "batch");
  for (const Engine& engine : all_engines()) {
    EXPECT_EQ(find_engine(engine.name), &engine);
    EXPECT_FALSE(engine.summary.empty());
  }
  EXPECT_EQ(find_engine("nonsense"), nullptr);
  EXPECT_EQ(find_engine(""), nullptr);
}

class EngineTest : public testing::TestWithParam<Engine> {
 protected:
  static Solutions solve(const Grid& puzzle, std::uint64_t limit) {
    return GetParam().solve(puzzle, {.solutions = limit});
  }

  static void expect_unique(std::string_view text) {
    const Grid puzzle = grid_from(text);
    const Solutions found = solve(puzzle, 3);
    EXPECT_EQ(found.count, 1U) << text;
    EXPECT_TRUE(is_complete_and_legal(found.first)) << text;
    EXPECT_TRUE(extends(found.first, puzzle)) << text;
  }
};

constexpr std::string_view kWellKnownPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
constexpr std::string_view kWellKnownSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

TEST_P(EngineTest, SolvesAWellKnownPuzzle) {
  const Solutions found = solve(grid_from(kWellKnownPuzzle), 2);
  EXPECT_EQ(found.count, 1U);
  EXPECT_EQ(found.first, grid_from(kWellKnownSolution));
}

TEST_P(EngineTest, FullBoardIsItsOwnSolution) {
  const Solutions found = solve(grid_from(kWellKnownSolution), 5);
  EXPECT_EQ(found.count, 1U);
  EXPECT_EQ(found.first, grid_from(kWellKnownSolution));
  EXPECT_EQ(found.branches, 0U);
}

TEST_P(EngineTest, FullBoardWithTwoDigitsExchangedHasNone) {
  Grid board = grid_from(kWellKnownSolution);
  std::swap(board[0], board[1]);
  EXPECT_EQ(solve(board, 5).count, 0U);
}

TEST_P(EngineTest, EmptyBoardStopsAtTheLimit) {
  for (const std::uint64_t limit : {1U, 2U, 1000U}) {
    const Solutions found = solve(Grid{}, limit);
    EXPECT_EQ(found.count, limit);
    EXPECT_TRUE(is_complete_and_legal(found.first));
  }
}

TEST_P(EngineTest, ContradictoryCluesHaveNoSolution) {
  struct Pair {
    int first;
    int second;
  };
  // A row, a column, a box (same mini-row, same mini-column, neither), and the last two cells.
  for (const auto [first, second] :
       {Pair{0, 8}, Pair{0, 72}, Pair{0, 1}, Pair{0, 9}, Pair{0, 10}, Pair{79, 80}}) {
    for (std::uint8_t digit = 1; digit <= kSide; ++digit) {
      Grid board;
      board[first] = digit;
      board[second] = digit;
      const Solutions found = solve(board, 1);
      EXPECT_EQ(found.count, 0U) << first << ' ' << second;
      EXPECT_EQ(found.first, Grid{});
    }
  }
}

TEST_P(EngineTest, CellWithoutCandidateHasNoSolution) {
  Grid board;
  for (int column = 1; column < kSide; ++column) board[column] = static_cast<std::uint8_t>(column);
  board[9] = 9;
  EXPECT_EQ(solve(board, 1).count, 0U);
}

TEST_P(EngineTest, SeventeenClues) {
  for (const std::string_view text : kSeventeenClues) expect_unique(text);
}

TEST_P(EngineTest, FamousPuzzles) {
  for (const std::string_view text : kFamous) expect_unique(text);
}

TEST_P(EngineTest, CountsExactlyUpToTheLimit) {
  Grid board = grid_from(kWellKnownSolution);
  for (std::uint8_t& digit : board.digits) digit = digit <= 2 ? 0 : digit;
  const Solutions all = solve(board, 1000);
  EXPECT_EQ(all.count, solve_band(board, {.solutions = 1000}).count);
  EXPECT_GE(all.count, 2U);
  EXPECT_EQ(all.count % 2, 0U);  // exchanging all 1s and 2s pairs the solutions
  for (std::uint64_t limit = 1; limit <= all.count; ++limit) {
    EXPECT_EQ(solve(board, limit).count, limit);
  }
}

TEST_P(EngineTest, LimitZeroCountsAll) {
  // The number is that of all four engines.
  const Grid board = grid_from(
      "123456789456789123789123456"
      "2........3........5........"
      "6........8........9.12.....");
  const Solutions found = GetParam().solve(board, {.solutions = 0});
  EXPECT_EQ(found.count, 279540U);
  EXPECT_FALSE(found.timed_out);
}

TEST_P(EngineTest, LimitsHave64Bits) {
  Grid board = grid_from(kWellKnownSolution);
  for (std::uint8_t& digit : board.digits) digit = digit <= 2 ? 0 : digit;
  const std::uint64_t all = solve(board, 1000).count;
  for (const int bit : {32, 40, 63}) {
    EXPECT_EQ(solve(board, (1ULL << bit) + 1).count, all) << bit;
  }
}

TEST_P(EngineTest, TimeEndsASearchThatFindsSolutions) {
  using namespace std::chrono_literals;
  const Solutions found = GetParam().solve(Grid{}, {.solutions = 0, .time = 20ms});
  EXPECT_TRUE(found.timed_out);
  EXPECT_GT(found.count, 0U);
  EXPECT_TRUE(is_complete_and_legal(found.first));
}

TEST_P(EngineTest, TimeLeftOverChangesNothing) {
  using namespace std::chrono_literals;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Grid puzzle = sample_puzzle(Kind::kMany, index);
    const Solutions unlimited = solve(puzzle, 3);
    const Solutions limited = GetParam().solve(puzzle, {.solutions = 3, .time = 24h});
    EXPECT_FALSE(limited.timed_out);
    EXPECT_EQ(limited.count, unlimited.count);
    EXPECT_EQ(limited.first, unlimited.first);
    EXPECT_EQ(limited.branches, unlimited.branches);
  }
}

TEST_P(EngineTest, SameArgumentsSameResult) {
  for (int index = 0; index < 20; ++index) {
    const Grid puzzle = sample_puzzle(Kind::kMany, static_cast<std::uint64_t>(index));
    const Solutions once = solve(puzzle, 3);
    const Solutions again = solve(puzzle, 3);
    EXPECT_EQ(once.count, again.count);
    EXPECT_EQ(once.first, again.first);
    EXPECT_EQ(once.branches, again.branches);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EngineTest, testing::ValuesIn(all_engines()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RowEngine, FirstSolutionIsTheSmallest) {
  constexpr std::size_t kMore = 100000;
  for (std::uint64_t index = 0; index < 200; index += 2) {
    const Grid puzzle = sample_puzzle(Kind::kMany, index);
    const std::vector<Grid> solutions = list_solutions(puzzle, kMore);
    ASSERT_LT(solutions.size(), kMore);
    const auto smallest = std::ranges::min_element(solutions, {}, &Grid::digits);
    EXPECT_EQ(find_engine("row")->solve(puzzle, {}).first, *smallest);
  }
}

TEST(RowEngine, TimeEndsASearchThatFindsNothing) {
  // Cell r9c9 has no candidate, which an engine that goes row by row learns last.
  Grid puzzle;
  for (int column = 0; column < 8; ++column) {
    puzzle[72 + column] = static_cast<std::uint8_t>(column + 1);
  }
  puzzle[44] = 9;
  using namespace std::chrono_literals;
  const Solutions found = find_engine("row")->solve(puzzle, {.time = 20ms});
  EXPECT_TRUE(found.timed_out);
  EXPECT_EQ(found.count, 0U);
  EXPECT_EQ(found.first, Grid{});
}

TEST(BandEngine, ListsDifferentSolutionsInTheOrderOfTheCount) {
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Grid puzzle = sample_puzzle(Kind::kMany, index);
    std::vector<Grid> solutions = list_solutions(puzzle, 100);
    EXPECT_EQ(solutions.size(), solve_band(puzzle, {.solutions = 100}).count);
    EXPECT_EQ(solutions.front(), solve_band(puzzle, {.solutions = 1}).first);
    for (const Grid& solution : solutions) {
      EXPECT_TRUE(is_complete_and_legal(solution));
      EXPECT_TRUE(extends(solution, puzzle));
    }
    std::ranges::sort(solutions, {}, &Grid::digits);
    EXPECT_EQ(std::ranges::adjacent_find(solutions), solutions.end());
  }
}

TEST(BandEngine, KnowsWhetherAnotherDigitIsPossible) {
  Grid puzzle = grid_from(kWellKnownPuzzle);
  EXPECT_FALSE(has_solution_without(puzzle, 2, 4));
  EXPECT_TRUE(has_solution_without(puzzle, 2, 1));
}

}  // namespace
}  // namespace puzzled::sudoku
