// Clues that can go, and minimal sub-puzzles, against solving each sub-puzzle by another engine.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/digit_cycles.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/reference_engines.hpp"
#include "core/sudoku/text/answer_text.hpp"
#include "tests/core/each_level.hpp"

namespace puzzled::sudoku {
namespace {

bool is_unique(const Grid& puzzle) {
  return solve_mrv(puzzle, {.solutions = 2}).count == 1;
}

std::vector<int> cells_of_clues(const Grid& puzzle) {
  std::vector<int> clues;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) clues.push_back(cell);
  }
  return clues;
}

CellSet redundant_clues(const Grid& puzzle) {
  CellSet redundant;
  for (const int cell : cells_of_clues(puzzle)) {
    Grid without = puzzle;
    without[cell] = 0;
    if (is_unique(without)) redundant.set(static_cast<std::size_t>(cell));
  }
  return redundant;
}

std::string text_of(const Grid& puzzle) {
  std::string text;
  append_cells(text, puzzle);
  return text;
}

// A minimal puzzle of the sequence and a few more clues of its solution.
Grid with_more_clues(std::uint64_t index, int more) {
  Grid puzzle = generate_puzzle({.seed = 3, .minimal = true}, index);
  const Grid solution = solve_mrv(puzzle, {}).first;
  for (int cell = static_cast<int>(index % 7); more > 0; cell = (cell + 7) % kCells) {
    if (puzzle[cell] != 0) continue;
    puzzle[cell] = solution[cell];
    --more;
  }
  return puzzle;
}

// All minimal sub-puzzles, by testing every set of the clues that can go.
std::set<std::string> all_minimal(const Grid& puzzle) {
  std::vector<int> removable;
  const CellSet redundant = redundant_clues(puzzle);
  for (int cell = 0; cell < kCells; ++cell) {
    if (redundant[static_cast<std::size_t>(cell)]) removable.push_back(cell);
  }
  std::set<std::string> found;
  for (std::uint32_t set = 0; set < std::uint32_t{1} << removable.size(); ++set) {
    Grid rest = puzzle;
    for (std::size_t i = 0; i < removable.size(); ++i) {
      if ((set >> i & 1) != 0) rest[removable[i]] = 0;
    }
    if (is_unique(rest) && redundant_clues(rest).none()) found.insert(text_of(rest));
  }
  return found;
}

class RedundancyTest : public EachLevel {};

TEST_P(RedundancyTest, FindsTheCluesThatCanGo) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 60; ++i) {
    puzzles.push_back(generate_puzzle({.seed = 1}, i));
    puzzles.push_back(generate_puzzle({.seed = 2, .minimal = true}, i));
  }
  std::vector<Redundancy> results(puzzles.size());
  RedundancyFinder finder(isa());
  finder.find(puzzles, results);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    EXPECT_EQ(results[i].solutions, 1U);
    EXPECT_EQ(results[i].redundant, redundant_clues(puzzles[i])) << text_of(puzzles[i]);
    EXPECT_TRUE(i % 2 == 0 || results[i].redundant.none());
  }
}

PUZZLED_EACH_LEVEL(RedundancyTest);

TEST(Redundancy, CluesAloneInACycleCannotGo) {
  std::size_t alone_in_minimal = 0;
  std::size_t clues = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const bool minimal = i % 2 == 0;
    const Grid puzzle = generate_puzzle({.seed = 8, .minimal = minimal}, i);
    const CellSet alone = DigitCycles(puzzle, solve_mrv(puzzle, {}).first).alone();
    EXPECT_TRUE((alone & ~pattern_of(puzzle)).none()) << text_of(puzzle);
    EXPECT_TRUE((alone & redundant_clues(puzzle)).none()) << text_of(puzzle);
    if (!minimal) continue;
    alone_in_minimal += alone.count();
    clues += pattern_of(puzzle).count();
  }
  // That is what it is for.
  EXPECT_GT(3 * alone_in_minimal, clues);
}

TEST(Redundancy, CyclesAreKeptWhileCluesGo) {
  for (std::uint64_t i = 0; i < 50; ++i) {
    Grid puzzle = generate_puzzle({.seed = 9, .clues = 32}, i);
    const Grid solution = solve_mrv(puzzle, {}).first;
    DigitCycles cycles(puzzle, solution);
    for (;;) {
      ASSERT_EQ(cycles.alone(), DigitCycles(puzzle, solution).alone()) << text_of(puzzle);
      const CellSet redundant = redundant_clues(puzzle);
      if (redundant.none()) break;
      const auto cell = static_cast<int>(redundant._Find_first());
      puzzle[cell] = 0;
      cycles.remove(cell);
    }
  }
}

TEST(Redundancy, TellsOtherPuzzlesApart) {
  Grid contradictory = generate_puzzle({.seed = 1}, 0);
  contradictory[0] = contradictory[1] = 5;
  Grid open = generate_puzzle({.seed = 2, .minimal = true}, 0);
  open[cells_of_clues(open)[0]] = 0;
  const std::vector<Grid> puzzles{contradictory, open, Grid{}};
  std::vector<Redundancy> results(puzzles.size());
  RedundancyFinder finder;
  finder.find(puzzles, results);
  EXPECT_EQ(results[0].solutions, 0U);
  EXPECT_EQ(results[1].solutions, 2U);
  EXPECT_EQ(results[2].solutions, 2U);
  for (const Redundancy& result : results) EXPECT_TRUE(result.redundant.none());
  finder.find({}, {});
}

TEST(Redundancy, SolvesMoreThanABatchHolds) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 700; ++i) puzzles.push_back(generate_puzzle({.seed = 4}, i % 50));
  std::vector<Redundancy> results(puzzles.size());
  RedundancyFinder finder;
  finder.find(puzzles, results);
  for (std::size_t i = 50; i < puzzles.size(); ++i) {
    EXPECT_EQ(results[i].redundant, results[i % 50].redundant);
  }
}

TEST(MinimalSubPuzzles, AreThoseThatTestingEverySetFinds) {
  RedundancyFinder finder;
  for (std::uint64_t i = 0; i < 12; ++i) {
    // The more clues are added, the more others are no longer needed.
    const Grid puzzle = with_more_clues(i, static_cast<int>(i % 3));
    const MinimalSubPuzzles found = minimal_sub_puzzles(puzzle, 10000, finder);
    EXPECT_TRUE(found.complete);
    std::vector<std::string> texts;
    for (const Grid& grid : found.puzzles) texts.push_back(text_of(grid));
    const std::set<std::string> expected = all_minimal(puzzle);
    // A blank is `.`, which comes before the digits, so the order is that of the set.
    EXPECT_EQ(texts, std::vector<std::string>(expected.begin(), expected.end()));
  }
}

TEST(MinimalSubPuzzles, StopAtTheBound) {
  const Grid puzzle = generate_puzzle({.seed = 6, .clues = 36}, 0);
  RedundancyFinder finder;
  const MinimalSubPuzzles few = minimal_sub_puzzles(puzzle, 5, finder);
  const MinimalSubPuzzles more = minimal_sub_puzzles(puzzle, 20, finder);
  EXPECT_FALSE(few.complete);
  ASSERT_EQ(few.puzzles.size(), 5U);
  ASSERT_GE(more.puzzles.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(few.puzzles[i], more.puzzles[i]);
}

TEST(MinimalSubPuzzles, AMinimalPuzzleIsItsOwn) {
  const Grid puzzle = generate_puzzle({.seed = 2, .minimal = true}, 1);
  RedundancyFinder finder;
  const MinimalSubPuzzles found = minimal_sub_puzzles(puzzle, 2, finder);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.puzzles, std::vector<Grid>{puzzle});
}

}  // namespace
}  // namespace puzzled::sudoku
