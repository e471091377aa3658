// Generated puzzles have what was asked for, and only depend on what they should.
#include "core/sudoku/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/sudoku/engines.hpp"
#include "core/sudoku/random.hpp"

namespace puzzled::sudoku {
namespace {

// Checked by an engine that shares nothing with the generator's.
std::uint64_t solutions_of(const Grid& puzzle) {
  return find_engine("cover")->solve(puzzle, {.solutions = 2}).count;
}

int clues_of(const Grid& grid) {
  return static_cast<int>(
      std::ranges::count_if(grid.digits, [](std::uint8_t digit) { return digit != 0; }));
}

void expect_minimal(const Grid& puzzle) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == 0) continue;
    Grid without = puzzle;
    without[cell] = 0;
    EXPECT_EQ(solutions_of(without), 2U) << cell;
  }
}

TEST(Generator, DefaultPuzzlesAreUniqueWithTwentyFourToThirtySixClues) {
  std::set<int> seen;
  for (std::uint64_t index = 0; index < 300; ++index) {
    const Grid puzzle = generate_puzzle({.seed = 1}, index);
    EXPECT_EQ(solutions_of(puzzle), 1U);
    seen.insert(clues_of(puzzle));
  }
  EXPECT_EQ(seen.size(), 13U);
  EXPECT_EQ(*seen.begin(), 24);
  EXPECT_EQ(*seen.rbegin(), 36);
}

TEST(Generator, ExactNumberOfClues) {
  for (int clues = 21; clues <= kCells; ++clues) {
    const Grid puzzle = generate_puzzle({.seed = 2, .clues = clues}, 0);
    EXPECT_EQ(clues_of(puzzle), clues);
    EXPECT_EQ(solutions_of(puzzle), 1U);
  }
}

TEST(Generator, FewestClues) {
  const Grid puzzle = generate_puzzle({.seed = 2, .clues = kMinGeneratedClues}, 0);
  EXPECT_EQ(clues_of(puzzle), kMinGeneratedClues);
  EXPECT_EQ(solutions_of(puzzle), 1U);
}

TEST(Generator, MinimalPuzzlesNeedEveryClue) {
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Grid puzzle = generate_puzzle({.seed = 3, .minimal = true}, index);
    EXPECT_EQ(solutions_of(puzzle), 1U);
    expect_minimal(puzzle);
  }
}

TEST(Generator, MinimalPuzzlesWithExactNumberOfClues) {
  for (int clues = 21; clues <= 27; ++clues) {
    const Grid puzzle = generate_puzzle({.seed = 4, .clues = clues, .minimal = true}, 0);
    EXPECT_EQ(clues_of(puzzle), clues);
    EXPECT_EQ(solutions_of(puzzle), 1U);
    expect_minimal(puzzle);
  }
}

TEST(Generator, DependsOnSettingsAndIndexAlone) {
  for (const bool minimal : {false, true}) {
    const GeneratorSettings settings{.seed = 5, .minimal = minimal};
    std::array<Grid, 20> forward;
    for (std::uint64_t i = 0; i < 20; ++i) forward[i] = generate_puzzle(settings, i);
    for (std::uint64_t i = 20; i-- > 0;) EXPECT_EQ(generate_puzzle(settings, i), forward[i]);
  }
}

TEST(Generator, PuzzlesOfOneAndOfDifferentSequencesAreDistinct) {
  std::set<std::array<std::uint8_t, kCells>> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::uint64_t index = 0; index < 100; ++index) {
      seen.insert(generate_puzzle({.seed = seed, .clues = 30}, index).digits);
    }
  }
  EXPECT_EQ(seen.size(), 2000U);
}

TEST(Generator, SaysWhatItSupports) {
  EXPECT_TRUE(supports({}));
  EXPECT_TRUE(supports({.minimal = true}));
  EXPECT_TRUE(supports({.clues = kMinGeneratedClues}));
  EXPECT_TRUE(supports({.clues = 81}));
  EXPECT_FALSE(supports({.clues = kMinGeneratedClues - 1}));
  EXPECT_FALSE(supports({.clues = 82}));
  EXPECT_FALSE(supports({.clues = -1}));
  EXPECT_TRUE(supports({.clues = kMaxMinimalClues, .minimal = true}));
  EXPECT_FALSE(supports({.clues = kMaxMinimalClues + 1, .minimal = true}));
}

// That the numbers stay the same from version to version is seen by EngineSignature.SamplePuzzles.
TEST(Random, SequencesDifferByStreamAndAreEven) {
  Random random(42, 7);
  Random same(42, 7);
  Random other(42, 8);
  bool differs = false;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t value = random.next();
    EXPECT_EQ(value, same.next());
    differs = differs || value != other.next();
  }
  EXPECT_TRUE(differs);
  std::array<int, 9> hits{};
  for (int i = 0; i < 9000; ++i) ++hits[random.below(9)];
  for (const int count : hits) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace puzzled::sudoku
