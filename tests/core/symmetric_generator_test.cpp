// Symmetric puzzles: clues stand as they should, one solution, minimal by orbits. Which cells go
// together is written down here by coordinates, apart from the generator.
#include "core/sudoku/symmetric_generator.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "core/sudoku/engines.hpp"

namespace puzzled::sudoku {
namespace {

using Place = std::pair<int, int>;
using Move = std::function<Place(int, int)>;

std::vector<Move> moves_of_symmetry(Symmetry symmetry) {
  const Move half = [](int r, int c) { return Place(8 - r, 8 - c); };
  const Move quarter = [](int r, int c) { return Place(c, 8 - r); };
  const Move back = [](int r, int c) { return Place(8 - c, r); };
  const Move down = [](int r, int c) { return Place(8 - r, c); };
  const Move across = [](int r, int c) { return Place(r, 8 - c); };
  const Move main = [](int r, int c) { return Place(c, r); };
  const Move anti = [](int r, int c) { return Place(8 - c, 8 - r); };
  switch (symmetry) {
    case Symmetry::kNone:
      return {};
    case Symmetry::kRotational:
      return {half};
    case Symmetry::kQuarterTurn:
      return {quarter, half, back};
    case Symmetry::kHorizontal:
      return {down};
    case Symmetry::kVertical:
      return {across};
    case Symmetry::kDiagonal:
      return {main};
    case Symmetry::kAntiDiagonal:
      return {anti};
    case Symmetry::kFull:
      return {half, quarter, back, down, across, main, anti};
  }
  return {};
}

std::uint64_t count_by_cover(const Grid& puzzle) {
  return find_engine("cover")->solve(puzzle, {.solutions = 2}).count;
}

TEST(SymmetricGenerator, CluesStandSymmetrically) {
  for (const auto& [name, symmetry] : kSymmetryNames) {
    for (std::uint64_t index = 0; index < 10; ++index) {
      const Grid puzzle = generate_symmetric({.seed = 3}, symmetry, index).value();
      EXPECT_EQ(count_by_cover(puzzle), 1U);
      for (const Move& move : moves_of_symmetry(symmetry)) {
        for (int cell = 0; cell < 81; ++cell) {
          const auto [row, column] = move(cell / 9, cell % 9);
          EXPECT_EQ(puzzle[cell] == 0, puzzle[9 * row + column] == 0) << name << ' ' << cell;
        }
      }
    }
  }
}

TEST(SymmetricGenerator, MinimalMeansThatNoOrbitCanGo) {
  for (const auto& [name, symmetry] : kSymmetryNames) {
    const GeneratorSettings settings{.seed = 4, .minimal = true};
    const Grid puzzle = generate_symmetric(settings, symmetry, 0).value();
    EXPECT_EQ(puzzle, generate_symmetric(settings, symmetry, 0));
    for (int cell = 0; cell < 81; ++cell) {
      if (puzzle[cell] == 0) continue;
      Grid without = puzzle;
      without[cell] = 0;
      for (const Move& move : moves_of_symmetry(symmetry)) {
        const auto [row, column] = move(cell / 9, cell % 9);
        without[9 * row + column] = 0;
      }
      EXPECT_EQ(count_by_cover(without), 2U) << name << ' ' << cell;
    }
  }
}

TEST(SymmetricGenerator, ClueCountIsExactOrNothing) {
  int made = 0;
  for (std::uint64_t index = 0; index < 10; ++index) {
    const auto puzzle =
        generate_symmetric({.clues = 27, .minimal = index % 2 == 0}, Symmetry::kRotational, index);
    if (!puzzle) continue;
    EXPECT_EQ(count_clues(*puzzle), 27);
    ++made;
  }
  EXPECT_GT(made, 0);
  // The centre stays alone, and all others go by fours.
  EXPECT_FALSE(generate_symmetric({.clues = 79}, Symmetry::kQuarterTurn, 0));
}

}  // namespace
}  // namespace puzzled::sudoku
