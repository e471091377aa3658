// Search by bit sets: all solutions, in the promised order, at every level of instructions.
#include <gtest/gtest.h>

#include <memory>

#include "core/cover/search/engine.hpp"
#include "core/cover/search/matrices.hpp"
#include "tests/core/cover/plain_search.hpp"
#include "tests/core/each_level.hpp"

namespace puzzled::cover {
namespace {

Solutions rest_of(SolutionWalk& walk) {
  Solutions solutions;
  while (walk.next() == SolutionWalk::Step::kSolution) {
    solutions.emplace_back(walk.solution().begin(), walk.solution().end());
  }
  return solutions;
}

std::unique_ptr<SolutionWalk> walk_of(const Problem& problem, std::string_view isa,
                                      std::span<const std::uint32_t> prefix = {}) {
  return search::walk_by_search(std::make_shared<const search::Matrices>(problem), isa, prefix);
}

class SearchWalkTest : public EachLevel {
 protected:
  static Solutions solutions(const Problem& problem, std::vector<std::uint32_t> prefix = {}) {
    return rest_of(*walk_of(problem, isa(), prefix));
  }
};

TEST_P(SearchWalkTest, FindsAllSolutionsInOrder) {
  std::size_t found = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Problem problem = random_problem(seed);
    const Solutions expected = plain_solutions(problem);
    found += expected.size();
    ASSERT_EQ(solutions(problem), expected) << "seed " << seed;
  }
  EXPECT_GT(found, 1000U);
}

TEST_P(SearchWalkTest, CountsMoreOptionsThanAByte) {
  // Item 0 has 400 options: levels have 16-bit counts, and bytes farther down.
  Problem problem(4, 3);
  for (std::uint32_t i = 0; i < 400; ++i) {
    std::vector<Element> elements{{0, 0}, {4 + i % 3, 1 + i % 5}, {4 + (i + 1) % 3, 1 + i % 11}};
    if (i % 7 == 0) elements.push_back({1 + i % 3, 0});
    add(problem, elements);
  }
  for (std::uint32_t i = 0; i < 12; ++i) add(problem, {{1 + i % 3, 0}, {4 + i % 2, 1 + i % 4}});
  const Solutions expected = plain_solutions(problem);
  ASSERT_GT(expected.size(), 10U);
  ASSERT_EQ(solutions(problem), expected);
}

TEST_P(SearchWalkTest, LooksAtAllThatIsLeftOfLongRows) {
  std::size_t found = 0;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const Problem problem = with_long_rows(random_problem(seed), seed);
    ASSERT_TRUE(search::Matrices(problem).has_long_rows());
    const Solutions expected = plain_solutions(problem);
    found += expected.size();
    ASSERT_EQ(solutions(problem), expected) << "seed " << seed;
  }
  EXPECT_GT(found, 1000U);
}

TEST_P(SearchWalkTest, KnowsFamilies) {
  EXPECT_EQ(solutions(langford(7)).size(), 52U);
  EXPECT_EQ(solutions(queens(7)).size(), 40U);
  EXPECT_EQ(solutions(latin_squares(4)).size(), 576U);
  EXPECT_EQ(solutions(matchings(8)).size(), 105U);
  EXPECT_EQ(solutions(dominoes(4, 5)).size(), 95U);
}

TEST_P(SearchWalkTest, TakesProblemsWithoutItemsOrOptions) {
  EXPECT_EQ(solutions(Problem(0)), Solutions{{}});
  EXPECT_EQ(solutions(Problem(0, 3)), Solutions{{}});
  EXPECT_EQ(solutions(Problem(3)), Solutions{});
  Problem problem(2);
  add(problem, {{0, 0}});
  EXPECT_EQ(solutions(problem), Solutions{});
}

TEST_P(SearchWalkTest, StartsBelowAPrefix) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Problem problem = random_problem(seed);
    Solutions joined;
    // The options of the first item branched on are the prefixes of length 1.
    const Solutions all = plain_solutions(problem);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && all[i][0] == all[i - 1][0]) continue;
      const Solutions below = solutions(problem, {all[i][0]});
      joined.insert(joined.end(), below.begin(), below.end());
    }
    ASSERT_EQ(joined, all) << "seed " << seed;
    if (all.empty()) continue;
    ASSERT_EQ(solutions(problem, all[0]), Solutions{all[0]});
  }
}

TEST_P(SearchWalkTest, GoesOnWhereItPaused) {
  for (const Problem& problem : {queens(6), random_problem(2), langford(4)}) {
    const auto walk = walk_of(problem, isa());
    Solutions found;
    StopFlag stop{true};
    for (int i = 0;; ++i) {
      stop = i % 3 == 0;
      const auto step = walk->next(1 + static_cast<std::uint64_t>(i) % 2, stop);
      if (step == SolutionWalk::Step::kEnd) break;
      if (step == SolutionWalk::Step::kPaused) continue;
      ASSERT_FALSE(stop);
      found.emplace_back(walk->solution().begin(), walk->solution().end());
    }
    EXPECT_EQ(found, plain_solutions(problem));
  }
}

PUZZLED_EACH_LEVEL(SearchWalkTest);

TEST(SearchWalk, FindsTheSameWhateverTheWidths) {
  // Counts of 1, 2 and 4 blocks: with functions of their own, and without.
  for (const std::uint32_t copies : {20U, 70U, 200U}) {
    const Problem base = random_problem(5);
    const auto items = static_cast<std::uint32_t>(base.primary_items());
    Problem problem(items + copies - 20, base.items() - items);
    for (std::uint32_t i = items; i < items + copies - 20; ++i) add(problem, {{i, 0}});
    for (std::size_t option = 0; option < base.options(); ++option) {
      std::vector<Element> elements(base.option(option).begin(), base.option(option).end());
      for (Element& element : elements) element.item += element.item < items ? 0 : copies - 20;
      add(problem, elements);
      // Options that exclude each other but for their items fill the row.
      for (std::uint32_t i = 0; i < copies / 4; ++i) add(problem, {{0, 0}, {1, 0}, {2, 0}});
    }
    const Solutions expected = plain_solutions(problem);
    ASSERT_FALSE(expected.empty());
    for (const std::string_view isa : available_levels()) {
      ASSERT_EQ(rest_of(*walk_of(problem, isa)), expected) << copies << " copies, " << isa;
    }
  }
}

TEST(MatrixSize, FitsUnlessBitSetsCannotHoldTheProblem) {
  EXPECT_TRUE(search::matrix_size(queens(20)).fits);
  Problem several(2);
  ASSERT_TRUE(several.set_bounds(0, {1, 2}));
  EXPECT_FALSE(search::matrix_size(several).fits);
  Problem large(20'000);
  for (std::uint32_t i = 0; i < 20'000; ++i) add(large, {{i, 0}});
  EXPECT_FALSE(search::matrix_size(large).fits);
}

}  // namespace
}  // namespace puzzled::cover
