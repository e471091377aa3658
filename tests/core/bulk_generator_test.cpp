// Puzzles that are made side by side are those that are made one by one, on every level; and clues
// go as in the plainest procedure.
#include "core/sudoku/bulk_generator.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "core/sudoku/engines.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/clue_removal.hpp"
#include "core/sudoku/minimal/single_tests.hpp"
#include "core/sudoku/random_grid.hpp"
#include "core/sudoku/symmetric_generator.hpp"
#include "tests/core/each_level.hpp"

namespace puzzled::sudoku {
namespace {

using Puzzles = std::vector<std::optional<Grid>>;

Puzzles one_by_one(const GeneratorSettings& settings, Symmetry symmetry, std::uint64_t first,
                   std::size_t count) {
  Puzzles puzzles;
  for (std::size_t i = 0; i < count; ++i) {
    puzzles.push_back(symmetry == Symmetry::kNone
                          ? generate_puzzle(settings, first + i)
                          : generate_symmetric(settings, symmetry, first + i));
  }
  return puzzles;
}

class BulkGeneratorTest : public EachLevel {
 protected:
  static void expect_the_same(const GeneratorSettings& settings, std::size_t count,
                              Symmetry symmetry = Symmetry::kNone) {
    constexpr std::uint64_t kFirst = 7;
    BulkGenerator generator(isa());
    // Twice: nothing is left of the puzzles before.
    for (int i = 0; i < 2; ++i) {
      Puzzles puzzles(count);
      ASSERT_TRUE(generator.generate(settings, symmetry, kFirst, puzzles, kNeverStop));
      EXPECT_EQ(puzzles, one_by_one(settings, symmetry, kFirst, count));
    }
  }
};

TEST_P(BulkGeneratorTest, MakesThePuzzlesOfTheSequence) {
  for (const std::size_t count : {0, 1, 40, 300}) {
    expect_the_same({.seed = 1, .minimal = true}, count);
    expect_the_same({.seed = 2}, count);
  }
}

TEST_P(BulkGeneratorTest, MakesMorePuzzlesThanItHasUnderway) {
  expect_the_same({.seed = 3, .clues = 36}, 2200);
}

TEST_P(BulkGeneratorTest, MakesPuzzlesWithANumberOfClues) {
  expect_the_same({.seed = 4, .clues = 22}, 10);
  for (const int clues : {23, 24, 25, 30, 43, 54, 60, 80, 81}) {
    expect_the_same({.seed = 4, .clues = clues}, 50);
  }
  for (const int clues : {22, 23, 25, 26}) {
    expect_the_same({.seed = 4, .clues = clues, .minimal = true}, 10);
  }
}

TEST_P(BulkGeneratorTest, MakesSymmetricPuzzles) {
  for (const auto& [name, symmetry] : kSymmetryNames) {
    expect_the_same({.seed = 5}, 40, symmetry);
    expect_the_same({.seed = 5, .minimal = true}, 40, symmetry);
    expect_the_same({.seed = 5, .clues = 28}, 20, symmetry);
    if (symmetry != Symmetry::kNone) {
      expect_the_same({.seed = 5, .clues = 28, .minimal = true}, 5, symmetry);
    }
  }
}

PUZZLED_EACH_LEVEL(BulkGeneratorTest);

TEST(BulkGenerator, LeavesOutWhatASymmetryDoesNotHave) {
  // The orbits of a full symmetry that has no clue in the middle have four or eight cells.
  const GeneratorSettings settings{.seed = 6, .clues = 19};
  Puzzles puzzles(3);
  BulkGenerator generator;
  ASSERT_TRUE(generator.generate(settings, Symmetry::kFull, 0, puzzles, kNeverStop));
  EXPECT_EQ(puzzles, Puzzles(3));
}

TEST(BulkGenerator, StopsWhenItIsAsked) {
  const StopFlag stop{true};
  Puzzles puzzles(100);
  EXPECT_FALSE(BulkGenerator().generate({}, Symmetry::kNone, 0, puzzles, stop));
}

// The plainest procedure, with an engine that shares nothing with what is tested.
Grid removed_one_by_one(Grid puzzle, const std::array<int, kCells>& order, int target) {
  int clues = count_clues(puzzle);
  for (const int cell : order) {
    if (clues == target) break;
    if (puzzle[cell] == 0) continue;
    Grid without = puzzle;
    without[cell] = 0;
    if (find_engine("cover")->solve(without, {.solutions = 2}).count != 1) continue;
    puzzle = without;
    --clues;
  }
  return puzzle;
}

TEST(ClueRemoval, TakesOutWhatThePlainestProcedureDoes) {
  for (std::uint64_t i = 0; i < 60; ++i) {
    Random random(7, i);
    const Grid solution = random_grid(random);
    const auto order = shuffled_cells(random);
    const int target = i % 2 == 0 ? 0 : 22 + static_cast<int>(i);
    Grid puzzle = solution;
    const int clues = remove_clues(puzzle, solution, order, target);
    EXPECT_EQ(puzzle, removed_one_by_one(solution, order, target)) << i;
    EXPECT_EQ(clues, count_clues(puzzle));
    // From where it ended, in another order: of a minimal puzzle nothing can go.
    const auto other_order = shuffled_cells(random);
    const Grid before = puzzle;
    remove_clues(puzzle, solution, other_order);
    EXPECT_EQ(puzzle, removed_one_by_one(before, other_order, 0)) << i;
  }
}

TEST(ClueRemoval, AsksNothingThatIsKnown) {
  Random random(8, 0);
  const Grid solution = random_grid(random);
  std::array<int, kCells> order;
  std::iota(order.begin(), order.end(), 0);
  ClueRemoval removal(solution, solution, RemovalOrder(order), kCells);
  EXPECT_EQ(removal.next(), ClueRemoval::Test::kNone);
  EXPECT_EQ(removal.puzzle(), solution);
  EXPECT_EQ(removal.clues(), kCells);
}

}  // namespace
}  // namespace puzzled::sudoku
