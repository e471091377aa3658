// Dancing links against the definition, on random problems of every kind, however the search is
// cut, paused and continued.
#include "core/cover/links/links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tests/core/cover/brute_force.hpp"

namespace puzzled::cover {
namespace {

using brute_force::Kind;
using brute_force::OptionSet;
using brute_force::random_problem;
using Step = SolutionWalk::Step;

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kinds = {
      {.primary = 5},
      {.primary = 4, .secondary = 4},
      {.primary = 3, .secondary = 4, .options = 12, .colours = 2},
      {.primary = 4, .most = 3},
      {.primary = 4, .options = 10, .most = 3, .optional_items = true},
      {.primary = 4, .options = 9, .optional_items = true},
      {.primary = 3,
       .secondary = 3,
       .options = 11,
       .colours = 2,
       .most = 4,
       .optional_items = true},
  };
  return kinds;
}

constexpr std::uint64_t kProblemsOfAKind = 60;

template <class Check>
void for_each_problem(const Check& check) {
  for (std::size_t kind = 0; kind < kinds().size(); ++kind) {
    for (std::uint64_t seed = 0; seed < kProblemsOfAKind; ++seed) {
      SCOPED_TRACE(testing::Message() << "kind " << kind << " seed " << seed);
      check(random_problem(kinds()[kind], seed));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

std::vector<OptionSet> all_of(SolutionWalk& walk) {
  std::vector<OptionSet> found;
  while (walk.next() == Step::kSolution) {
    found.emplace_back(walk.solution().begin(), walk.solution().end());
  }
  return found;
}

std::vector<OptionSet> sorted(std::vector<OptionSet> solutions) {
  for (OptionSet& solution : solutions) std::ranges::sort(solution);
  std::ranges::sort(solutions);
  return solutions;
}

TEST(Links, FindsEachSolutionOnce) {
  std::uint64_t solutions = 0;
  for_each_problem([&](const Problem& problem) {
    const std::vector<OptionSet> expected = brute_force::solutions(problem);
    ASSERT_EQ(sorted(all_of(*walk_by_links(problem))), expected);
    const CountOutcome counted = count_by_links(problem);
    EXPECT_EQ(counted.count, WideCount(expected.size()));
    EXPECT_EQ(counted.status, CountStatus::kComplete);
    solutions += expected.size();
  });
  EXPECT_GT(solutions, 2000U);  // so that the other tests mean something
}

TEST(Links, GoesOnAfterEachPause) {
  for_each_problem([](const Problem& problem) {
    const std::vector<OptionSet> expected = all_of(*walk_by_links(problem));
    const auto walk = walk_by_links(problem);
    std::vector<OptionSet> found;
    std::uint64_t pauses = 0;
    for (Step step = Step::kPaused; step != Step::kEnd;) {
      step = walk->next(1);
      pauses += step == Step::kPaused ? 1 : 0;
      if (step == Step::kSolution) {
        found.emplace_back(walk->solution().begin(), walk->solution().end());
      }
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(pauses, walk->nodes());
    EXPECT_EQ(walk->next(), Step::kEnd);
  });
}

TEST(Links, PausesWhenItIsStopped) {
  const Problem problem = random_problem(kinds()[1], 3);
  const std::vector<OptionSet> expected = all_of(*walk_by_links(problem));
  const StopFlag stop{true};
  const auto walk = walk_by_links(problem);
  EXPECT_EQ(walk->next(UINT64_MAX, stop), Step::kPaused);
  EXPECT_EQ(all_of(*walk), expected);
  const CountOutcome counted = count_by_links(problem, stop);
  EXPECT_EQ(counted.status, CountStatus::kStopped);
  EXPECT_EQ(counted.nodes, 1U);
  EXPECT_EQ(count_by_links(problem, kNeverStop, 1).status, CountStatus::kGaveUp);
}

// The walk as a tree: by path, the solutions below it in their order. Paths are found by asking for
// every step at every place.
class Tree {
 public:
  explicit Tree(const Problem& problem) : problem_(problem) {
    std::vector<std::uint32_t> path;
    grow(path);
  }

  void grow(std::vector<std::uint32_t>& path) {
    const std::vector<OptionSet> below = all_of(*walk_by_links(problem_, path));
    // Whoever is no path has no solutions; a path without solutions is left out, too.
    if (below.empty()) return;
    OptionSet options = path;
    std::erase(options, kNoFurtherOption);
    for (const OptionSet& solution : below) {
      ASSERT_TRUE(std::ranges::equal(options, std::span(solution).first(options.size())));
    }
    std::vector<OptionSet> in_parts;
    const auto try_step = [&](std::uint32_t step) {
      path.push_back(step);
      grow(path);
      const std::vector<OptionSet> part = all_of(*walk_by_links(problem_, path));
      in_parts.insert(in_parts.end(), part.begin(), part.end());
      path.pop_back();
    };
    for (std::uint32_t option = 0; option < problem_.options(); ++option) try_step(option);
    try_step(kNoFurtherOption);
    // Nothing follows a solution.
    if (!in_parts.empty()) {
      EXPECT_EQ(in_parts, below);
    } else {
      EXPECT_EQ(below.size(), 1U);
    }
  }

 private:
  const Problem& problem_;
};

TEST(Links, StartsBelowEveryPrefix) {
  for (const Kind& kind : kinds()) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      SCOPED_TRACE(seed);
      const Problem problem = random_problem(kind, seed);
      const Tree tree(problem);
    }
  }
}

// The count in units, each with a counter of its own if `fresh`, sharing whenever it can.
std::uint64_t count_in_units(const Problem& problem, std::size_t units, bool sharing, bool fresh) {
  const auto plan = plan_by_links(problem, units);
  std::vector<Unit> open = plan->units();
  WideCount total = plan->counted();
  const std::atomic<bool> wanted{true};
  std::unique_ptr<UnitCounter> counter = plan->make_counter();
  while (!open.empty()) {
    const Unit unit = open.back();
    open.pop_back();
    EXPECT_GT(unit.work, 0);
    if (fresh) counter = plan->make_counter();
    const CountOutcome outcome = counter->count(
        unit, kNeverStop, sharing ? Sharing{.wanted = &wanted, .given = &open} : Sharing{});
    EXPECT_EQ(outcome.status, CountStatus::kComplete);
    total += outcome.count;
  }
  EXPECT_LT(total, WideCount(UINT64_MAX));
  return total.words()[0];
}

TEST(Links, CountsInUnits) {
  for_each_problem([](const Problem& problem) {
    const WideCount expected = count_by_links(problem).count;
    for (const std::size_t units : {1U, 5U, 50U}) {
      EXPECT_EQ(WideCount(count_in_units(problem, units, false, false)), expected);
      EXPECT_EQ(WideCount(count_in_units(problem, units, true, true)), expected);
    }
  });
}

Problem queens(std::uint32_t n) {
  Problem problem(std::size_t{2} * n, std::size_t{4} * n - 2);
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      const std::vector<Element> option{
          {row}, {n + column}, {2 * n + row + column}, {5 * n - 2 + row - column}};
      EXPECT_TRUE(problem.add_option(option));
    }
  }
  return problem;
}

// `queens` queens that attack or occupy every square of an n by n board.
Problem dominating_queens(std::uint32_t n, std::uint32_t queens) {
  Problem problem(std::size_t{n} * n + 1);
  EXPECT_TRUE(problem.set_bounds(0, {queens, queens}));
  for (std::uint32_t square = 0; square < n * n; ++square) {
    EXPECT_TRUE(problem.set_bounds(square + 1, {1, queens}));
    std::vector<Element> option{{0}};
    for (std::uint32_t other = 0; other < n * n; ++other) {
      const std::uint32_t rows = square / n + n - other / n;
      const std::uint32_t columns = square % n + n - other % n;
      if (rows == n || columns == n || rows == columns || rows + columns == 2 * n) {
        option.push_back({other + 1});
      }
    }
    EXPECT_TRUE(problem.add_option(option));
  }
  return problem;
}

TEST(Links, DominatingQueens) {
  for (const auto& [n, queens, known] : {std::array{4U, 2U, 12U}, std::array{5U, 3U, 186U}}) {
    const Problem problem = dominating_queens(n, queens);
    EXPECT_EQ(brute_force::count(problem), known);
    EXPECT_EQ(count_by_links(problem).count, WideCount(known));
  }
  EXPECT_EQ(count_by_links(dominating_queens(6, 3)).count, WideCount(4));
}

TEST(Links, LargerCountsInUnits) {
  for (const auto& [problem, expected] :
       {std::pair(queens(8), 92U), std::pair(dominating_queens(5, 3), 186U)}) {
    EXPECT_EQ(plan_by_links(problem, 1)->units().size(), 1U);
    for (const std::size_t units : {5U, 20U}) {
      const auto plan = plan_by_links(problem, units);
      EXPECT_GE(plan->units().size(), units);
      EXPECT_LE(plan->units().size(), 3 * units);
      EXPECT_EQ(count_in_units(problem, units, false, false), expected);
      EXPECT_EQ(count_in_units(problem, units, true, false), expected);
    }
  }
}

// Cutting follows a long path to its end, beyond what is estimated.
TEST(Links, CutsUpToASolution) {
  for (const std::uint32_t most : {1U, 2U}) {
    Problem problem(300);
    ASSERT_TRUE(problem.set_bounds(7, {1, most}));
    for (std::uint32_t item = 0; item < 300; ++item) {
      ASSERT_TRUE(problem.add_option(std::vector<Element>{{item}}));
    }
    EXPECT_EQ(count_in_units(problem, 50, false, false), 1U);
  }
}

TEST(Links, GivesAwayBranchesWithTheWeightOfTheUnit) {
  const Problem problem = queens(8);
  const auto plan = plan_by_links(problem, 1);
  const auto counter = plan->make_counter();
  const std::atomic<bool> wanted{true};
  std::vector<Unit> given;
  const CountOutcome kept = counter->count({.prefix = {}, .weight = 3, .work = 1}, kNeverStop,
                                           {.wanted = &wanted, .given = &given});
  ASSERT_FALSE(given.empty());
  WideCount total = kept.count;
  for (const Unit& unit : given) {
    EXPECT_EQ(unit.weight, 3U);
    total += counter->count(unit, kNeverStop, {}).count;
  }
  EXPECT_EQ(total, WideCount(std::uint64_t{3} * 92));
}

// The mean of probes comes near the number of nodes.
TEST(Links, ProbesEstimateNodes) {
  for (const Problem& problem : {queens(8), dominating_queens(5, 3)}) {
    const auto counter = plan_by_links(problem, 1)->make_counter();
    const auto nodes = static_cast<double>(counter->count({}, kNeverStop, {}).nodes);
    constexpr int kProbes = 3000;
    double sum = 0;
    for (std::uint64_t seed = 0; seed < kProbes; ++seed) sum += counter->probe({}, seed);
    EXPECT_NEAR(sum / kProbes / nodes, 1, 0.1);
  }
}

}  // namespace
}  // namespace puzzled::cover
