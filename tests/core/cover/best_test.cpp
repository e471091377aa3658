// The best solutions against all sets of options, and against known optima.
#include "core/cover/best.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace puzzled::cover {
namespace {

void add_option(Problem& problem, std::span<const Element> elements, std::int64_t cost) {
  ASSERT_TRUE(problem.add_option(elements, cost));
}

/// A number below `end`.
std::uint32_t draw(std::mt19937& random, std::uint32_t end) {
  return static_cast<std::uint32_t>(random() % end);
}

bool is_cover(const Problem& problem, std::span<const std::uint32_t> options) {
  std::vector<std::uint32_t> uses(problem.items());
  std::map<std::uint32_t, Colour> colours;
  for (const std::uint32_t option : options) {
    for (const auto [item, colour] : problem.option(option)) {
      ++uses[item];
      if (item < problem.primary_items()) continue;
      const auto [place, is_new] = colours.emplace(item, colour);
      if (!is_new && (colour == 0 || place->second != colour)) return false;
    }
  }
  for (std::size_t item = 0; item < problem.primary_items(); ++item) {
    const auto [lo, hi] = problem.bounds(item);
    if (uses[item] < lo || uses[item] > hi) return false;
  }
  return true;
}

std::int64_t cost_of(const Problem& problem, std::span<const std::uint32_t> options) {
  std::int64_t cost = 0;
  for (const std::uint32_t option : options) cost += problem.cost(option);
  return cost;
}

struct Expected {
  std::int64_t cost = 0;
  std::vector<std::uint32_t> options;
};

/// All sets of options.
std::optional<Expected> brute_force(const Problem& problem, Direction direction) {
  std::optional<Expected> best;
  std::vector<std::uint32_t> options;
  for (std::uint32_t set = 0; set < std::uint32_t{1} << problem.options(); ++set) {
    options.clear();
    for (std::uint32_t option = 0; option < problem.options(); ++option) {
      if ((set >> option & 1) != 0) options.push_back(option);
    }
    if (!is_cover(problem, options)) continue;
    const std::int64_t cost = cost_of(problem, options);
    const bool is_better =
        !best || (direction == Direction::kMinimize ? cost < best->cost : cost > best->cost);
    if (is_better || (cost == best->cost && options < best->options)) best = {cost, options};
  }
  return best;
}

struct Shape {
  std::uint32_t primary = 1;
  std::uint32_t secondary = 0;
  std::uint32_t options = 1;
  std::uint32_t colours = 0;
  bool has_multiplicities = false;
  std::int64_t max_cost = 1;  ///< costs are from -max_cost to max_cost
};

Problem random_problem(std::mt19937& random, const Shape& shape) {
  Problem problem(shape.primary, shape.secondary);
  for (std::uint32_t item = 0; shape.has_multiplicities && item < shape.primary; ++item) {
    const std::uint32_t lo = draw(random, 3);
    EXPECT_TRUE(problem.set_bounds(item, {lo, std::max(1U, lo + draw(random, 2))}));
  }
  std::uniform_int_distribution<std::int64_t> costs(-shape.max_cost, shape.max_cost);
  while (problem.options() < shape.options) {
    std::vector<Element> elements{{draw(random, shape.primary)}};
    for (std::uint32_t more = draw(random, 3); more > 0; --more) {
      const std::uint32_t item = draw(random, shape.primary + shape.secondary);
      const bool has_colour = item >= shape.primary && shape.colours > 0 && draw(random, 4) > 0;
      elements.push_back({item, has_colour ? 1 + draw(random, shape.colours) : 0});
    }
    (void)problem.add_option(elements, costs(random));  // not those that name an item twice
  }
  return problem;
}

void expect_best(const Problem& problem, Direction direction, const BestOutcome& outcome) {
  const std::optional<Expected> expected = brute_force(problem, direction);
  ASSERT_EQ(outcome.found, expected.has_value());
  if (!expected) {
    EXPECT_EQ(outcome.status, BestOutcome::Status::kNoCover);
    return;
  }
  EXPECT_EQ(outcome.status, BestOutcome::Status::kOptimal);
  EXPECT_EQ(outcome.cost, expected->cost);
  EXPECT_EQ(outcome.bound, expected->cost);
  EXPECT_EQ(outcome.options, expected->options);
}

void expect_both(const Problem& problem) {
  for (const Direction direction : {Direction::kMinimize, Direction::kMaximize}) {
    expect_best(problem, direction, best(problem, direction));
  }
}

class RandomProblems : public testing::Test {
 protected:
  /// `rounds` problems of up to 11 options.
  void check(Shape shape, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      shape.primary = 1 + draw(random_, 6);
      shape.options = shape.primary + draw(random_, 12 - shape.primary);
      expect_both(random_problem(random_, shape));
      ASSERT_FALSE(HasFailure()) << "round " << round;
    }
  }

  std::mt19937 random_{1};
};

TEST_F(RandomProblems, Plain) {
  check({.max_cost = 20}, 60);
}

TEST_F(RandomProblems, ManyTies) {
  check({.max_cost = 1}, 60);
}

TEST_F(RandomProblems, WithoutCosts) {
  check({.max_cost = 0}, 30);
}

TEST_F(RandomProblems, SecondaryItems) {
  check({.secondary = 4, .max_cost = 5}, 60);
}

TEST_F(RandomProblems, Colours) {
  check({.secondary = 4, .colours = 2, .max_cost = 5}, 60);
}

TEST_F(RandomProblems, Multiplicities) {
  check({.has_multiplicities = true, .max_cost = 1}, 60);
  check({.has_multiplicities = true, .max_cost = 30}, 60);
}

TEST_F(RandomProblems, Everything) {
  check({.secondary = 3, .colours = 2, .has_multiplicities = true, .max_cost = 3}, 100);
}

TEST_F(RandomProblems, HugeCosts) {
  // Eleven of these just fit in 63 bits; then weights have fewer places than costs.
  check({.secondary = 2, .colours = 1, .has_multiplicities = true, .max_cost = INT64_MAX / 11}, 60);
  check({.max_cost = INT64_MAX / 11}, 30);
}

/// Row i to column j for `cost(i, j)`.
template <class Cost>
Problem assignment(std::uint32_t size, Cost cost) {
  Problem problem(std::size_t{2} * size);
  for (std::uint32_t row = 0; row < size; ++row) {
    for (std::uint32_t column = 0; column < size; ++column) {
      const Element elements[] = {{row}, {size + column}};
      add_option(problem, elements, cost(row, column));
    }
  }
  return problem;
}

/// By dynamic programming over sets of columns.
std::int64_t cheapest_assignment(const Problem& problem, std::uint32_t size) {
  std::vector<std::int64_t> cheapest(std::size_t{1} << size, INT64_MAX / 2);
  cheapest[0] = 0;
  for (std::uint32_t set = 0; set < cheapest.size(); ++set) {
    const auto row = static_cast<std::uint32_t>(__builtin_popcount(set));
    for (std::uint32_t column = 0; column < size; ++column) {
      if ((set >> column & 1) != 0) continue;
      std::int64_t& next = cheapest[set | std::uint32_t{1} << column];
      next = std::min(next, cheapest[set] + problem.cost(std::size_t{row} * size + column));
    }
  }
  return cheapest.back();
}

TEST(Best, AssignsRowsToColumns) {
  std::mt19937 random(3);
  for (const std::uint32_t size : {1U, 5U, 12U}) {
    const Problem problem =
        assignment(size, [&](auto, auto) { return std::int64_t{draw(random, 1000)} - 300; });
    const BestOutcome outcome = best(problem, Direction::kMinimize);
    EXPECT_EQ(outcome.status, BestOutcome::Status::kOptimal);
    EXPECT_EQ(outcome.cost, cheapest_assignment(problem, size));
    EXPECT_TRUE(is_cover(problem, outcome.options));
    EXPECT_EQ(cost_of(problem, outcome.options), outcome.cost);
  }
}

/// By dynamic programming over sets of items; the last ones may stay uncovered.
std::int64_t cheapest_partition(const Problem& problem) {
  constexpr std::int64_t kNone = INT64_MAX / 2;
  std::vector<std::int64_t> cheapest(std::size_t{1} << problem.items(), kNone);
  cheapest[0] = 0;
  std::int64_t best = kNone;
  const std::uint32_t primary = (std::uint32_t{1} << problem.primary_items()) - 1;
  for (std::uint32_t set = 0; set < cheapest.size(); ++set) {
    if (cheapest[set] == kNone) continue;
    if ((set & primary) == primary) best = std::min(best, cheapest[set]);
    for (std::size_t option = 0; option < problem.options(); ++option) {
      std::uint32_t items = 0;
      for (const Element& element : problem.option(option))
        items |= std::uint32_t{1} << element.item;
      if ((set & items) != 0) continue;
      cheapest[set | items] = std::min(cheapest[set | items], cheapest[set] + problem.cost(option));
    }
  }
  return best;
}

TEST(Best, PartitionsItems) {
  // Large enough for price steps at the nodes.
  std::mt19937 random(7);
  for (const std::uint32_t secondary : {0U, 2U}) {
    Problem problem(10, secondary);
    std::vector<std::uint32_t> items(problem.items());
    std::iota(items.begin(), items.end(), 0U);
    while (problem.options() < 250) {
      std::shuffle(items.begin(), items.end(), random);
      std::vector<Element> elements;
      const std::uint32_t length = 2 + draw(random, 3);
      for (std::uint32_t i = 0; i < length; ++i) elements.push_back({items[i]});
      (void)problem.add_option(elements, 100 * length + draw(random, 60));
    }
    const BestOutcome outcome = best(problem, Direction::kMinimize);
    EXPECT_EQ(outcome.status, BestOutcome::Status::kOptimal);
    EXPECT_EQ(outcome.cost, cheapest_partition(problem));
    EXPECT_TRUE(is_cover(problem, outcome.options));
    EXPECT_EQ(cost_of(problem, outcome.options), outcome.cost);
  }
}

TEST(Best, TakesTheFirstOfManyEqual) {
  // Any assignment costs 7 a row: the first is the diagonal.
  const Problem problem = assignment(9, [](auto, auto) { return std::int64_t{7}; });
  const BestOutcome outcome = best(problem, Direction::kMaximize);
  EXPECT_EQ(outcome.cost, 63);
  std::vector<std::uint32_t> diagonal;
  for (std::uint32_t row = 0; row < 9; ++row) diagonal.push_back(10 * row);
  EXPECT_EQ(outcome.options, diagonal);
}

TEST(Best, PlacesQueens) {
  // Eight queens on squares that cost row * column; diagonals are secondary.
  constexpr std::uint32_t kSize = 8;
  Problem problem(2 * kSize, 2 * (2 * kSize - 1));
  for (std::uint32_t row = 0; row < kSize; ++row) {
    for (std::uint32_t column = 0; column < kSize; ++column) {
      const Element elements[] = {{row},
                                  {kSize + column},
                                  {2 * kSize + row + column},
                                  {2 * kSize + 2 * kSize - 1 + row + kSize - 1 - column}};
      add_option(problem, elements, std::int64_t{row} * column);
    }
  }
  std::vector<std::uint32_t> columns(kSize);
  std::iota(columns.begin(), columns.end(), 0U);
  std::int64_t least = INT64_MAX;
  std::int64_t most = 0;
  std::vector<std::uint32_t> options(kSize);
  do {
    for (std::uint32_t row = 0; row < kSize; ++row) options[row] = kSize * row + columns[row];
    if (!is_cover(problem, options)) continue;
    least = std::min(least, cost_of(problem, options));
    most = std::max(most, cost_of(problem, options));
  } while (std::next_permutation(columns.begin(), columns.end()));
  EXPECT_EQ(best(problem, Direction::kMinimize).cost, least);
  EXPECT_EQ(best(problem, Direction::kMaximize).cost, most);
}

TEST(Best, NeedsNothing) {
  const BestOutcome outcome = best(Problem(0), Direction::kMinimize);
  EXPECT_EQ(outcome.status, BestOutcome::Status::kOptimal);
  EXPECT_EQ(outcome.cost, 0);
  EXPECT_TRUE(outcome.options.empty());
}

TEST(Best, StopsWithABound) {
  std::mt19937 random(4);
  const Problem problem =
      assignment(8, [&](auto, auto) { return std::int64_t{draw(random, 1000)}; });
  for (const Direction direction : {Direction::kMinimize, Direction::kMaximize}) {
    const BestOutcome stopped = best(problem, direction, StopFlag{true});
    const BestOutcome outcome = best(problem, direction);
    EXPECT_EQ(stopped.status, BestOutcome::Status::kStopped);
    if (direction == Direction::kMinimize) {
      EXPECT_LE(stopped.bound, outcome.cost);
      EXPECT_GE(stopped.bound, outcome.cost / 2);
    } else {
      EXPECT_GE(stopped.bound, outcome.cost);
      EXPECT_LE(stopped.bound, 2 * outcome.cost);
    }
  }
}

TEST(Best, RefusesCostsBeyond63Bits) {
  Problem problem(2);
  const Element first[] = {{0}};
  const Element second[] = {{1}};
  add_option(problem, first, INT64_MAX - 1);
  add_option(problem, second, -1);
  EXPECT_FALSE(best_refusal(problem));
  expect_both(problem);
  add_option(problem, second, 1);
  EXPECT_EQ(best_refusal(problem)->message, "the costs have sums beyond 63 bits");
  Problem least(1);
  add_option(least, first, INT64_MIN);
  EXPECT_TRUE(best_refusal(least));
}

TEST(BestSearch, UnitsGiveTheSameInAnyOrder) {
  std::mt19937 random(5);
  const Shape shape{.primary = 5,
                    .secondary = 3,
                    .options = 12,
                    .colours = 2,
                    .has_multiplicities = true,
                    .max_cost = 2};
  for (int round = 0; round < 20; ++round) {
    const Problem problem = random_problem(random, shape);
    const auto search = BestSearch::prepare(problem, Direction::kMaximize);
    for (const std::size_t count : {2U, 5U, 20U}) {
      std::vector<BestSearch::Unit> units = search.units(count);
      std::shuffle(units.begin(), units.end(), random);
      SharedIncumbent incumbent;
      std::vector<BestSearch::UnitOutcome> outcomes;
      for (const auto& unit : units) outcomes.push_back(search.run(unit, incumbent));
      expect_best(problem, Direction::kMaximize, search.settle(outcomes));
      ASSERT_FALSE(HasFailure()) << "round " << round;
    }
  }
}

TEST(BestSearch, CutsLargeProblems) {
  std::mt19937 random(6);
  const Problem problem =
      assignment(10, [&](auto, auto) { return std::int64_t{draw(random, 50)}; });
  const auto search = BestSearch::prepare(problem, Direction::kMinimize);
  EXPECT_GE(search.units(30).size(), 30U);
}

}  // namespace
}  // namespace puzzled::cover
