// What needs no search is found without one, and the rest counts as the whole.
#include "core/cover/simplified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/cover/best.hpp"
#include "core/cover/engines.hpp"
#include "tests/core/cover/brute_force.hpp"

namespace puzzled::cover {
namespace {

using Elements = std::vector<Element>;

Problem problem_of(std::size_t primary, std::size_t secondary,
                   const std::vector<Elements>& options) {
  Problem problem(primary, secondary);
  for (const Elements& option : options) EXPECT_TRUE(problem.add_option(option));
  return problem;
}

std::string simple_count(const Problem& problem) {
  return to_text(count(problem, CountSettings{}).count);
}

TEST(CoverSimplified, ForcedOptionsExcludeOthersAndForceMore) {
  const Simplified simple = simplify(
      problem_of(4, 0, {{{0}, {1}}, {{1}, {2}}, {{2}}, {{2}, {3}}, {{3}}}), Merge::kCounted);
  EXPECT_EQ(simple.status, Simplified::Status::kOpen);
  EXPECT_EQ(simple.forced, (std::vector<std::uint32_t>{0}));
  ASSERT_EQ(simple.parts.size(), 1U);
  EXPECT_EQ(simple.parts[0].options, (std::vector<std::uint32_t>{2, 3, 4}));
}

TEST(CoverSimplified, AColourThatIsForcedExcludesOthersOnly) {
  const Problem problem = problem_of(
      3, 1, {{{0}, {3, 1}}, {{1}, {3, 1}}, {{1}, {3, 2}}, {{1}, {3}}, {{2}, {3, 1}}, {{2}}});
  const Simplified simple = simplify(problem, Merge::kCounted);
  EXPECT_EQ(simple.forced, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(simple.parts.empty());
  EXPECT_EQ(to_text(simple.factor), "2");
  EXPECT_EQ(brute_force::count(problem), 2U);
}

TEST(CoverSimplified, AnItemThatLosesAllItsOptionsHasNoSolution) {
  EXPECT_EQ(simplify(problem_of(3, 0, {{{0}, {1}}, {{1}, {2}}}), Merge::kCounted).status,
            Simplified::Status::kNoSolution);
  EXPECT_EQ(simplify(problem_of(1, 0, {}), Merge::kCounted).status,
            Simplified::Status::kNoSolution);
  EXPECT_EQ(to_text(simplify(Problem(0), Merge::kCounted).factor), "1");
}

TEST(CoverSimplified, CountsAsTheDefinitionSays) {
  const brute_force::Kind kinds[] = {
      {.primary = 4, .options = 16},
      {.primary = 6, .options = 12},
      {.primary = 4, .secondary = 3, .options = 15, .colours = 2},
      {.primary = 8, .secondary = 4, .options = 14, .colours = 3},
  };
  for (const brute_force::Kind& kind : kinds) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const Problem problem = brute_force::random_problem(kind, seed);
      EXPECT_EQ(simple_count(problem), std::to_string(brute_force::count(problem))) << seed;
    }
  }
}

TEST(CoverSimplified, BestCostsAreThoseOfTheDefinition) {
  const brute_force::Kind kinds[] = {
      {.primary = 4, .options = 16, .cost = 3},
      {.primary = 6, .secondary = 3, .options = 15, .colours = 2, .cost = 4},
      {.primary = 4, .options = 12, .most = 2, .optional_items = true, .cost = 2},
  };
  for (const brute_force::Kind& kind : kinds) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Problem problem = brute_force::random_problem(kind, seed);
      for (const Direction direction : {Direction::kMinimize, Direction::kMaximize}) {
        const auto expected =
            brute_force::best(problem, direction == Direction::kMinimize ? 1 : -1);
        const BestOutcome found = best(problem, direction);
        ASSERT_EQ(found.found, expected.has_value()) << seed;
        if (!expected) continue;
        EXPECT_EQ(found.options, *expected) << seed;
        EXPECT_EQ(found.cost, brute_force::cost_of(problem, *expected)) << seed;
        EXPECT_EQ(found.bound, found.cost) << seed;
      }
    }
  }
}

TEST(CoverSimplified, ManyEqualOptionsAreCountedWithoutASearch) {
  Problem problem(3);
  for (int i = 0; i < 100'000; ++i) EXPECT_TRUE(problem.add_option(Elements{{0}, {1}}));
  for (int i = 0; i < 50'000; ++i) EXPECT_TRUE(problem.add_option(Elements{{1}, {0}}));
  EXPECT_TRUE(problem.add_option(Elements{{2}}));
  EXPECT_EQ(simple_count(problem), "150000");
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(problem.add_option(Elements{{0}}));
  for (int i = 0; i < 2000; ++i) EXPECT_TRUE(problem.add_option(Elements{{1}}));
  EXPECT_EQ(simple_count(problem), "2150000");
}

TEST(CoverSimplified, PartsThatHaveNothingToDoWithEachOtherAreCountedApart) {
  constexpr std::uint32_t kSquares = 100;
  Problem problem(4 * kSquares);
  for (std::uint32_t i = 0; i < kSquares; ++i) {
    for (const Elements& option : {Elements{{0}, {1}}, {{2}, {3}}, {{0}, {2}}, {{1}, {3}}}) {
      Elements moved = option;
      for (Element& element : moved) element.item += 4 * i;
      EXPECT_TRUE(problem.add_option(moved));
    }
  }
  const Simplified simple = simplify(problem, Merge::kCounted);
  EXPECT_EQ(simple.parts.size(), kSquares);
  EXPECT_EQ(simple_count(problem), "1267650600228229401496703205376");  // 2^100
}

TEST(CoverSimplified, StopsWhenAsked) {
  Problem problem(1);
  for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(problem.add_option(Elements{{0}}));
  EXPECT_EQ(simplify(problem, Merge::kCounted, StopFlag{true}).status,
            Simplified::Status::kStopped);
}

}  // namespace
}  // namespace puzzled::cover
