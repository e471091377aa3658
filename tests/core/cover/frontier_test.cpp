// Counts by frontier dynamic programming against known counts, a transfer matrix and brute force.
#include "core/cover/frontier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "core/cover/frontier/layout.hpp"

namespace puzzled::cover {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;

void add(Problem& problem, std::span<const Element> elements) {
  ASSERT_TRUE(problem.add_option(elements));
}

/// A number below `end`.
std::uint32_t draw(std::mt19937& random, std::uint32_t end) {
  return static_cast<std::uint32_t>(random() % end);
}

Problem dominoes(std::uint32_t rows, std::uint32_t columns) {
  Problem problem(std::size_t{rows} * columns);
  for (std::uint32_t cell = 0; cell < rows * columns; ++cell) {
    const Element right[] = {{cell}, {cell + 1}};
    const Element below[] = {{cell}, {cell + columns}};
    if ((cell + 1) % columns != 0) add(problem, right);
    if (cell + columns < rows * columns) add(problem, below);
  }
  return problem;
}

/// Row by row: how many ways there are to fill the rows above, by the cells that reach down.
WideCount dominoes_by_rows(unsigned rows, unsigned columns) {
  std::map<std::uint32_t, WideCount> ways{{0, 1}};
  for (unsigned cell = 0; cell < rows * columns; ++cell) {
    const std::uint32_t here = std::uint32_t{1} << cell % columns;
    const bool is_last = (cell + 1) % columns == 0;
    std::map<std::uint32_t, WideCount> next;
    for (const auto& [filled, count] : ways) {
      next[filled ^ here] += count;  // covered from above, or a domino downwards
      if (!is_last && (filled & (here | here << 1)) == 0) next[filled | here << 1] += count;
    }
    ways = std::move(next);
  }
  return ways[0];
}

WideCount count_of(const Problem& problem) {
  const auto frontier = FrontierCount::make(problem, kMemory);
  EXPECT_TRUE(frontier->run(UINT64_MAX));
  EXPECT_FALSE(frontier->gave_up());
  return frontier->count();
}

/// All sets of options, one item after another.
std::uint64_t brute_force(const Problem& problem, std::vector<bool>& covered) {
  std::size_t item = 0;
  while (item < problem.primary_items() && covered[item]) ++item;
  if (item == problem.primary_items()) return 1;
  std::uint64_t count = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    bool has_item = false;
    bool fits = true;
    for (const Element& element : problem.option(option)) {
      has_item = has_item || element.item == item;
      fits = fits && !covered[element.item];
    }
    if (!has_item || !fits) continue;
    for (const Element& element : problem.option(option)) covered[element.item] = true;
    count += brute_force(problem, covered);
    for (const Element& element : problem.option(option)) covered[element.item] = false;
  }
  return count;
}

/// Options of up to four items, mostly close to each other.
Problem random_problem(std::mt19937& random, std::uint32_t primary, std::uint32_t secondary,
                       std::uint32_t options) {
  Problem problem(primary, secondary);
  for (std::uint32_t i = 0; i < options; ++i) {
    const std::uint32_t start = draw(random, primary);
    std::vector<Element> elements{{start}};
    for (std::uint32_t extra = draw(random, 4); extra > 0; --extra) {
      const bool is_far = draw(random, 8) == 0;
      elements.push_back({is_far ? draw(random, primary + secondary) : (start + extra) % primary});
    }
    if (secondary > 0 && draw(random, 2) == 0)
      elements.push_back({primary + draw(random, secondary)});
    (void)problem.add_option(elements);  // not those that name an item twice
  }
  return problem;
}

TEST(FrontierCount, CountsDominoes) {
  for (std::uint32_t rows = 1; rows <= 8; ++rows) {
    for (std::uint32_t columns = rows; columns <= 8; ++columns) {
      EXPECT_EQ(count_of(dominoes(rows, columns)), dominoes_by_rows(rows, columns))
          << rows << 'x' << columns;
    }
  }
  EXPECT_EQ(to_text(count_of(dominoes(8, 8))), "12988816");
}

TEST(FrontierCount, CountsBeyond128Bits) {
  // More than 400 items, eleven of them open at a time; 64, 128 and more bits follow each other.
  const Problem strip = dominoes(10, 60);
  const WideCount count = count_of(strip);
  EXPECT_EQ(count, dominoes_by_rows(60, 10));
  EXPECT_GT(count.words()[2], 0U);
}

TEST(FrontierCount, SaysWhenCountsPass512Bits) {
  // Pairs of options that cover the same: 2^n solutions.
  for (const std::uint32_t items : {511U, 512U, 513U, 600U}) {
    Problem problem(items);
    for (std::uint32_t item = 0; item < items; ++item) {
      const Element elements[] = {{item}};
      add(problem, elements);
      add(problem, elements);
    }
    EXPECT_EQ(count_of(problem).has_overflowed(), items > 511) << items;
  }
}

TEST(FrontierCount, AgreesWithBruteForce) {
  std::mt19937 random(1);
  std::size_t with_solutions = 0;
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t primary = 1 + draw(random, 12);
    const std::uint32_t secondary = round % 2 == 0 ? 0 : draw(random, 12);
    const Problem problem =
        random_problem(random, primary, secondary, 3 * primary + draw(random, 20));
    std::vector<bool> covered(problem.items());
    const std::uint64_t expected = brute_force(problem, covered);
    ASSERT_EQ(count_of(problem), WideCount(expected)) << "round " << round;
    with_solutions += expected > 0 ? 1 : 0;
  }
  EXPECT_GT(with_solutions, 150U);
}

TEST(FrontierCount, KeepsManySecondaryItems) {
  // States of two, four and eight words.
  std::mt19937 random(2);
  for (const std::uint32_t secondary : {60U, 130U, 300U}) {
    Problem problem(7, secondary);
    for (std::uint32_t option = 0; option < 60; ++option) {
      std::vector<Element> elements{{draw(random, 7)}};
      std::vector<std::uint32_t> extra(secondary);
      std::iota(extra.begin(), extra.end(), 7U);
      std::shuffle(extra.begin(), extra.end(), random);
      for (std::uint32_t i = 0; i < secondary / 8; ++i) elements.push_back({extra[i]});
      add(problem, elements);
    }
    std::vector<bool> covered(problem.items());
    EXPECT_EQ(count_of(problem), WideCount(brute_force(problem, covered)));
  }
}

TEST(FrontierCount, TakesItemsThatAreOpenForLong) {
  // A long strip of dominoes, whose cells at both ends may also be covered together, and items that
  // every option with a horizontal domino may use up.
  constexpr std::uint32_t kColumns = 100;
  Problem problem(2 * kColumns, 1);
  for (std::uint32_t column = 0; column < kColumns; ++column) {
    const Element upright[] = {{2 * column}, {2 * column + 1}};
    add(problem, upright);
    if (column + 1 == kColumns) break;
    const Element upper[] = {{2 * column}, {2 * column + 2}};
    const Element lower[] = {{2 * column + 1}, {2 * column + 3}, {2 * kColumns}};
    add(problem, upper);
    add(problem, lower);
  }
  const Element around[] = {{0}, {2 * kColumns - 2}};
  add(problem, around);
  // Either no pair of horizontal dominoes, or one in 99 places. (The option around the ends leaves
  // an upper cell alone behind each lower one that the secondary item forbids.)
  EXPECT_EQ(count_of(problem), WideCount(kColumns));
}

TEST(FrontierCount, CountsProblemsWithoutItems) {
  EXPECT_EQ(count_of(Problem(0)), WideCount(1));
  EXPECT_EQ(count_of(Problem(0, 3)), WideCount(1));
  EXPECT_EQ(count_of(Problem(2)), WideCount(0));
}

TEST(FrontierCount, GoesOnWhereItPaused) {
  const Problem problem = dominoes(10, 10);
  const WideCount expected = dominoes_by_rows(10, 10);
  for (const std::uint64_t max_steps : {1ULL, 100ULL, 3000ULL}) {
    const auto frontier = FrontierCount::make(problem, kMemory);
    int runs = 1;
    while (!frontier->run(max_steps)) ++runs;
    EXPECT_EQ(frontier->count(), expected);
    EXPECT_GT(runs, 2);
    EXPECT_GT(frontier->states(), 1000U);
  }
}

TEST(FrontierCount, StopsAndGoesOn) {
  const auto frontier = FrontierCount::make(dominoes(10, 10), kMemory);
  const StopFlag stop{true};
  EXPECT_FALSE(frontier->run(UINT64_MAX, stop));
  EXPECT_FALSE(frontier->gave_up());
  EXPECT_TRUE(frontier->run(UINT64_MAX));
  EXPECT_EQ(frontier->count(), dominoes_by_rows(10, 10));
}

TEST(FrontierCount, GivesUpWithoutMemory) {
  // From no memory at all to enough: it gives up in many places, and never counts wrongly.
  const Problem problem = dominoes(12, 12);
  const WideCount expected = dominoes_by_rows(12, 12);
  std::size_t complete = 0;
  for (std::uint64_t memory = 1; memory < 2'000'000; memory = memory * 5 / 4 + 1) {
    const auto frontier = FrontierCount::make(problem, memory);
    EXPECT_TRUE(frontier->run(UINT64_MAX));
    EXPECT_TRUE(frontier->run(UINT64_MAX));
    if (frontier->gave_up()) continue;
    EXPECT_EQ(frontier->count(), expected);
    ++complete;
  }
  EXPECT_GT(complete, 5U);
  EXPECT_LT(complete, 40U);
}

TEST(FrontierCount, GivesUpWhenTooManyItemsAreOpen) {
  // Every secondary item is used at the beginning and at the end.
  constexpr std::uint32_t kSecondary = 600;
  Problem problem(2, kSecondary);
  for (std::uint32_t item = 0; item < kSecondary; ++item) {
    const Element first[] = {{0}, {2 + item}};
    const Element last[] = {{1}, {2 + item}};
    add(problem, first);
    add(problem, last);
  }
  const auto frontier = FrontierCount::make(problem, kMemory);
  EXPECT_TRUE(frontier->run(UINT64_MAX));
  EXPECT_TRUE(frontier->gave_up());
  EXPECT_GT(frontier->log2_width, 500);
}

TEST(FrontierCount, RefusesWhatItCannotTake) {
  Problem coloured(1, 1);
  const Element elements[] = {{0}, {1, 2}};
  add(coloured, elements);
  EXPECT_EQ(FrontierCount::make(coloured, kMemory), nullptr);
  EXPECT_EQ(FrontierCount::refusal(coloured)->message, "the frontier engine takes no colours");

  Problem multiple(1);
  EXPECT_TRUE(multiple.set_bounds(0, {0, 2}));
  EXPECT_EQ(FrontierCount::make(multiple, kMemory), nullptr);
  EXPECT_EQ(FrontierCount::refusal(multiple)->message,
            "the frontier engine takes no multiplicities");
  EXPECT_FALSE(FrontierCount::refusal(dominoes(2, 2)));
}

TEST(FrontierOrder, FollowsTheNarrowSide) {
  // Numbered along the long side; across it, five cells are open at a time.
  const Problem problem = dominoes(4, 50);
  const FrontierOrder order = frontier_order(problem);
  EXPECT_LT(order.log2_width, 13);
  std::vector<bool> seen(problem.primary_items());
  for (const std::uint32_t item : order.items) seen[item] = true;
  EXPECT_EQ(order.items.size(), problem.primary_items());
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 200);
}

TEST(FrontierOrder, KeepsHubsForTheEnd) {
  // A strip in whose options two more items occur everywhere.
  constexpr std::uint32_t kCells = 60;
  Problem problem(kCells + 2);
  for (std::uint32_t cell = 0; cell + 2 < kCells; ++cell) {
    for (const std::uint32_t hub : {kCells, kCells + 1}) {
      const Element elements[] = {{cell}, {cell + 1}, {cell + 2}, {hub}};
      add(problem, elements);
    }
  }
  const FrontierOrder order = frontier_order(problem);
  EXPECT_GE(order.items[kCells], kCells);
  EXPECT_GE(order.items[kCells + 1], kCells);
  EXPECT_LT(order.log2_width, 12);
}

}  // namespace
}  // namespace puzzled::cover
