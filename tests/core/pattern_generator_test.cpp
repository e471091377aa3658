// Puzzles whose clues stand in given cells.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/reference_engines.hpp"

namespace puzzled::sudoku {
namespace {

TEST(PatternGenerator, PutsCluesWhereTheyAreWanted) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const CellSet pattern = pattern_of(generate_puzzle({.seed = 41, .clues = 26}, i));
    ASSERT_EQ(pattern.count(), 26U);
    const std::optional<Grid> puzzle = generate_with_pattern(pattern, 1, i, kNeverStop);
    ASSERT_TRUE(puzzle) << i;
    EXPECT_EQ(pattern_of(*puzzle), pattern);
    EXPECT_EQ(solve_mrv(*puzzle, {.solutions = 2}).count, 1U);
    EXPECT_EQ(generate_with_pattern(pattern, 1, i, kNeverStop), puzzle);
    EXPECT_NE(generate_with_pattern(pattern, 2, i, kNeverStop), puzzle);
  }
}

TEST(PatternGenerator, FillsAllCells) {
  const CellSet all = CellSet().set();
  const std::optional<Grid> grid = generate_with_pattern(all, 1, 0, kNeverStop);
  ASSERT_TRUE(grid);
  EXPECT_EQ(pattern_of(*grid), all);
}

TEST(PatternGenerator, FindsNothingWhereNothingIs) {
  EXPECT_FALSE(generate_with_pattern({}, 1, 0, kNeverStop));
  // Two blank rows of a band can change places.
  CellSet pattern = CellSet().set();
  for (std::size_t cell = 0; cell < 2 * kSide; ++cell) pattern.reset(cell);
  EXPECT_FALSE(generate_with_pattern(pattern, 1, 0, kNeverStop));
  // Sixteen clues are never enough.
  CellSet few;
  for (std::size_t i = 0; i < 16; ++i) few.set(5 * i);
  EXPECT_FALSE(generate_with_pattern(few, 1, 0, kNeverStop));
}

TEST(PatternGenerator, StopsWhenTold) {
  CellSet pattern;
  for (std::size_t i = 0; i < 18; ++i) pattern.set(4 * i);
  const StopFlag stop{true};
  EXPECT_FALSE(generate_with_pattern(pattern, 1, 0, stop));
}

}  // namespace
}  // namespace puzzled::sudoku
