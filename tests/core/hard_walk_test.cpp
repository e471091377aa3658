// Walks find hard puzzles: minimal, of the wanted rating, inequivalent, and always the same ones.
#include "core/sudoku/hard_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "core/sudoku/engines.hpp"
#include "tests/core/canonical_reference.hpp"
#include "tests/core/rating_reference.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::sudoku {
namespace {

constexpr HardRequest kRequest{.seed = 1, .difficulty = {.min = {.level = 8, .depth = 6}}};

std::vector<HardPuzzle> first_found(HardWalker& walker, const HardRequest& request,
                                    std::size_t most) {
  const StopFlag stop{false};
  for (std::uint64_t walk = 0;; ++walk) {
    const HardWalker::Walk found = walker.run(walk, most, stop);
    EXPECT_LE(found.lowest, found.highest);
    EXPECT_GE(found.highest, request.difficulty.min);
    if (!found.found.empty()) return found.found;
  }
}

// An engine that shares nothing with the walk's.
Solutions solved_by_cover(const Grid& puzzle) {
  return find_engine("cover")->solve(puzzle, {.solutions = 2});
}

TEST(HardWalk, PuzzlesAreMinimalWithOneSolution) {
  HardWalker walker(kRequest);
  for (const HardPuzzle& found : first_found(walker, kRequest, 40)) {
    const Solutions solutions = solved_by_cover(found.puzzle);
    EXPECT_EQ(solutions.count, 1U);
    EXPECT_TRUE(is_complete_and_legal(solutions.first));
    EXPECT_TRUE(extends(solutions.first, found.puzzle));
    for (int cell = 0; cell < kCells; ++cell) {
      Grid without = found.puzzle;
      without[cell] = 0;
      if (without == found.puzzle) continue;
      EXPECT_EQ(solved_by_cover(without).count, 2U) << cell;
    }
  }
}

TEST(HardWalk, RatingsAreInTheRange) {
  HardWalker walker(kRequest);
  for (const HardPuzzle& found : first_found(walker, kRequest, 10)) {
    EXPECT_TRUE(kRequest.difficulty.contains(found.rating));
    EXPECT_EQ(found.rating, rating_by_definition(found.puzzle));
  }
}

TEST(HardWalk, NoTwoPuzzlesAreEquivalent) {
  HardWalker walker(kRequest);
  std::set<std::array<std::uint8_t, kCells>> forms;
  const std::vector<HardPuzzle> found = first_found(walker, kRequest, 12);
  for (const HardPuzzle& puzzle : found) {
    forms.insert(smallest_of_all_orders(puzzle.puzzle).grid.digits);
  }
  EXPECT_EQ(forms.size(), found.size());
}

TEST(HardWalk, FewerAreTheFirstOfMore) {
  HardWalker walker(kRequest);
  const std::vector<HardPuzzle> more = first_found(walker, kRequest, 200);
  HardWalker another(kRequest);
  const std::vector<HardPuzzle> fewer = first_found(another, kRequest, 50);
  ASSERT_EQ(fewer.size(), 50U);
  for (std::size_t i = 0; i < fewer.size(); ++i) EXPECT_EQ(fewer[i].puzzle, more[i].puzzle);
}

TEST(HardWalk, ClueCountIsExact) {
  HardRequest request = kRequest;
  request.clues = 24;
  HardWalker walker(request);
  for (const HardPuzzle& found : first_found(walker, request, 10)) {
    EXPECT_EQ(std::ranges::count_if(found.puzzle.digits, [](int digit) { return digit != 0; }), 24);
  }
}

TEST(HardWalk, StopEndsIt) {
  HardWalker walker(kRequest);
  EXPECT_TRUE(walker.run(0, 10, StopFlag{true}).found.empty());
}

}  // namespace
}  // namespace puzzled::sudoku
