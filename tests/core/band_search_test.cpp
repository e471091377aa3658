// The band engine searches chutes on their own: the tree must be that of a search which applies the
// rules to the whole board after each branch.
#include "core/sudoku/band_engine.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/random.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"
#include "tests/core/target_samples.hpp"

namespace puzzled::sudoku {
namespace {

struct Tree {
  std::vector<Grid> solutions;  // the first so many, in their order
  std::uint64_t branches = 0;   // until the last of them, or in all
};

void grow(BandBoard board, std::size_t limit, Tree& tree) {
  const BandOutcome outcome = rules::find_kernel("portable")->propagate(board);
  if (outcome == BandOutcome::kSolved) tree.solutions.push_back(grid_of(board));
  if (outcome != BandOutcome::kOpen) return;
  ++tree.branches;
  const BandBoard other = split(board);
  grow(board, limit, tree);
  if (tree.solutions.size() < limit) grow(other, limit, tree);
}

// Puzzles of all densities, each of them with a solution.
std::vector<Grid> puzzles() {
  std::vector<Grid> puzzles;
  for (std::uint64_t seed = 0; seed < 3 * 81; ++seed) {
    puzzles.push_back(target::random_board(seed, static_cast<int>(seed % 81)));
  }
  for (const Kind kind : kKinds) {
    for (std::uint64_t index = 0; index < 10; ++index) {
      puzzles.push_back(sample_puzzle(kind, index));
    }
  }
  return puzzles;
}

class BandSearch : public EachLevel {};
PUZZLED_EACH_LEVEL(BandSearch);

TEST_P(BandSearch, WalksTheTreeOfTheWholeBoard) {
  const rules::Kernel& kernel = *rules::find_kernel(isa());
  for (const Grid& puzzle : puzzles()) {
    for (const std::size_t limit : {1U, 2U, 60U}) {
      Tree tree;
      grow(board_of(puzzle), limit, tree);
      const Solutions found = solve_band(puzzle, {.solutions = limit}, kernel);
      ASSERT_EQ(found.count, tree.solutions.size());
      ASSERT_EQ(found.first, tree.solutions.empty() ? Grid{} : tree.solutions.front());
      ASSERT_EQ(found.branches, tree.branches);
    }
  }
}

TEST_P(BandSearch, FindsNothingWhereCluesContradictEachOther) {
  const rules::Kernel& kernel = *rules::find_kernel(isa());
  std::vector<Grid> all = puzzles();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Random random(i, 6);
    const auto row = static_cast<int>(random.below(9));
    const auto column = static_cast<int>(random.below(8));
    all[i][9 * row + column] = all[i][9 * row + 8] = static_cast<std::uint8_t>(1 + i % 9);
    ASSERT_EQ(solve_band(all[i], {.solutions = 0}, kernel).count, 0U);
  }
}

TEST(BandEngine, ListsSolutionsInTheOrderOfTheWholeBoard) {
  for (const Grid& puzzle : puzzles()) {
    Tree tree;
    grow(board_of(puzzle), 60, tree);
    ASSERT_EQ(list_solutions(puzzle, 60), tree.solutions);
  }
}

}  // namespace
}  // namespace puzzled::sudoku
