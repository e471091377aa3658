// True candidates, all solutions in order, estimates: against all solutions by a plain search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "core/variants/count_estimate.hpp"
#include "core/variants/ordered_solutions.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"
#include "core/variants/text/iss/iss_reader.hpp"
#include "core/variants/true_candidates.hpp"
#include "puzzle_validator.hpp"
#include "rule_drawing.hpp"

namespace puzzled::variants {
namespace {

/// A board whose cells may hold anything, or what one of some grids has there and now and then
/// more.
Puzzle puzzle_around(std::mt19937& random, int size, int open_cells) {
  Puzzle puzzle;
  puzzle.size = size;
  puzzle.regions = box_regions(size);
  puzzle.allowed.assign(static_cast<std::size_t>(size * size), all_values(size));
  const std::vector<int> grid = drawn_grid(random, puzzle);
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    if (random() % grid.size() >= static_cast<unsigned>(open_cells)) {
      puzzle.allowed[cell] = set_of(grid[cell]);
    }
  }
  for (int i = 0; i < 2; ++i) {
    const RuleKind kinds[] = {RuleKind::kGreater, RuleKind::kSum, RuleKind::kMinimum,
                              RuleKind::kBetween, RuleKind::kSlowThermo};
    puzzle.rules.push_back(drawn_rule(random, puzzle, kinds[random() % 5], grid));
  }
  return puzzle;
}

/// All solutions in order.
std::vector<std::vector<int>> solutions_of(const Puzzle& puzzle) {
  std::vector<std::vector<int>> solutions = plain_solutions(puzzle, 1'000'000);
  std::erase_if(solutions, [&](const auto& grid) { return !is_solution(puzzle, grid); });
  std::ranges::sort(solutions);
  return solutions;
}

TEST(VariantsTrueCandidates, CountsTheSolutionsOfEachCandidate) {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    const Puzzle puzzle =
        round % 2 == 0 ? puzzle_around(random, 4, 11) : puzzle_around(random, 6, 19);
    const std::vector<std::vector<int>> solutions = solutions_of(puzzle);
    const Model model = reduce(puzzle).value();
    const Rules rules(model);
    Search search(rules);
    for (const std::uint32_t cap : {1U, 3U, 10U}) {
      const TrueCandidates found = find_true_candidates(search, model.allowed, cap, {});
      EXPECT_FALSE(found.timed_out);
      for (std::size_t cell = 0; cell < puzzle.allowed.size(); ++cell) {
        for (int value = 1; value <= puzzle.size; ++value) {
          const auto count = std::ranges::count_if(
              solutions, [&](const auto& grid) { return grid[cell] == value; });
          const auto expected = std::min(static_cast<std::uint32_t>(count), cap);
          ASSERT_EQ(found.count(static_cast<Cell>(cell), value), expected) << round << ' ' << cap;
        }
      }
    }
  }
}

// Boards that take more branchings than a short search has, with 14 solutions and with very many.
// Not all cells, for each candidate that is none takes a whole search.
TEST(VariantsTrueCandidates, AreThoseOfASearchForEachOnHardBoards) {
  const std::string few =
      ".LittleKiller~13~R1C3.LittleKiller~13~R1C5.LittleKiller~13~R5C1.LittleKiller~13~R7C1"
      ".LittleKiller~13~R8C1.LittleKiller~13~R9C7.LittleKiller~13~R5C9.LittleKiller~13~R2C9"
      ".LittleKiller~13~R1C4.LittleKiller~13~R9C8.LittleKiller~13~R9C5.LittleKiller~13~R7C9";
  const std::string many = ".LittleKiller~45~R1C1.LittleKiller~45~R1C9.Thermo~R5C1~R5C2~R4C3~R3C4";
  for (const std::string& text : {few, many}) {
    const Rules rules(reduce(read_iss(text).value()).value());
    Search search(rules);
    Search other(rules);
    const std::vector<ValueSet>& allowed = rules.model().allowed;
    constexpr std::uint32_t kCap = 3;
    const TrueCandidates found = find_true_candidates(search, allowed, kCap, {});
    for (std::size_t cell = 0; cell < allowed.size(); cell += 5) {
      for (int value = 1; value <= 9; ++value) {
        std::vector<ValueSet> forced = allowed;
        forced[cell] &= set_of(value);
        const std::uint64_t count =
            forced[cell] == 0 ? 0 : other.solve(forced, {.solutions = kCap}).count;
        ASSERT_EQ(found.count(static_cast<Cell>(cell), value), count) << text << ' ' << cell;
      }
    }
  }
}

TEST(VariantsTrueCandidates, EndWhenTheyAreStopped) {
  const Rules rules(sudoku_model(9, usual_boxes(9)));
  Search search(rules);
  const StopFlag stop{true};
  EXPECT_TRUE(
      find_true_candidates(search, rules.model().allowed, 100'000, {.stop = &stop}).timed_out);
}

TEST(VariantsTrueCandidates, ListsTheValuesOfACell) {
  const Rules rules(sudoku_model(4, usual_boxes(4)));
  Search search(rules);
  std::vector<ValueSet> candidates = rules.model().allowed;
  candidates[0] = set_of(1);
  const TrueCandidates found = find_true_candidates(search, candidates, 1, {});
  EXPECT_EQ(found.values(0), set_of(1));
  EXPECT_EQ(found.values(1), all_values(4) & ~set_of(1));
  EXPECT_EQ(found.values(10), all_values(4));
}

TEST(VariantsOrderedSolutions, AreAllInOrder) {
  std::mt19937 random(8);
  for (int round = 0; round < 30; ++round) {
    const Puzzle puzzle =
        round % 2 == 0 ? puzzle_around(random, 4, 14) : puzzle_around(random, 6, 22);
    const std::vector<std::vector<int>> expected = solutions_of(puzzle);
    const Model model = reduce(puzzle).value();
    const Rules rules(model);
    Search search(rules);
    std::vector<std::vector<int>> taken;
    const auto take = [&](std::span<const std::uint8_t> solution) {
      taken.emplace_back(solution.begin(), solution.end());
      return true;
    };
    const Found found = take_ordered_solutions(search, model.allowed, {.solutions = 0}, take);
    ASSERT_EQ(found.count, expected.size());
    ASSERT_EQ(taken, expected);
  }
}

TEST(VariantsOrderedSolutions, EndAtTheLimit) {
  const Rules rules(sudoku_model(9, usual_boxes(9)));
  Search search(rules);
  std::vector<std::vector<int>> taken;
  const auto take = [&](std::span<const std::uint8_t> solution) {
    taken.emplace_back(solution.begin(), solution.end());
    return taken.size() < 3;
  };
  EXPECT_EQ(take_ordered_solutions(search, rules.model().allowed, {.solutions = 2}, take).count,
            2U);
  // The first of all, which everybody who tries in order finds.
  const std::vector<int> first_rows = {1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9, 1, 2, 3,
                                       7, 8, 9, 1, 2, 3, 4, 5, 6, 2, 1, 4, 3, 6, 5, 8, 9, 7};
  EXPECT_TRUE(std::equal(first_rows.begin(), first_rows.end(), taken[0].begin()));
  EXPECT_LT(taken[0], taken[1]);
  taken.clear();
  EXPECT_EQ(take_ordered_solutions(search, rules.model().allowed, {.solutions = 0}, take).count,
            3U);
}

TEST(VariantsCountEstimate, IsExactWhereThereAreFew) {
  const Rules rules(sudoku_model(4, usual_boxes(4)));
  Search search(rules);
  const CountEstimate found = estimate_count(search, rules.model().allowed, {}, {});
  EXPECT_EQ(found.solutions, 288);
  EXPECT_EQ(found.error, 0);
  EXPECT_EQ(found.probes, 0U);
}

TEST(VariantsCountEstimate, ComesCloseToKnownNumbers) {
  const struct {
    int size;
    double grids;
  } known[] = {{6, 28200960.0}, {9, 6670903752021072936960.0}};
  for (const auto& [size, grids] : known) {
    const Rules rules(sudoku_model(size, usual_boxes(size)));
    Search search(rules);
    const CountEstimate found = estimate_count(search, rules.model().allowed, {.error = 0.1}, {});
    EXPECT_FALSE(found.timed_out);
    EXPECT_LE(found.error, 0.1 * found.solutions);
    EXPECT_NEAR(found.solutions, grids, 2 * found.error) << size;
  }
}

}  // namespace
}  // namespace puzzled::variants
