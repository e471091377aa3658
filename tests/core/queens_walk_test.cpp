// The walk against the sample of P1219, and its order and completeness on small boards.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/queens/solution_walk.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

using Solution = std::vector<int>;

Solution current(const SolutionWalk& walk) {
  return {walk.columns().begin(), walk.columns().end()};
}

std::vector<Solution> first_solutions(int queens, std::size_t count) {
  SolutionWalk walk(queens);
  std::vector<Solution> solutions;
  while (solutions.size() < count && walk.next()) solutions.push_back(current(walk));
  return solutions;
}

// By the rules of the game alone.
bool is_solution(const Solution& columns) {
  const int queens = static_cast<int>(columns.size());
  for (int a = 0; a < queens; ++a) {
    if (columns[a] < 1 || columns[a] > queens) return false;
    for (int b = 0; b < a; ++b) {
      const int distance = std::abs(columns[a] - columns[b]);
      if (distance == 0 || distance == a - b) return false;
    }
  }
  return true;
}

TEST(QueensWalk, Samples) {
  EXPECT_EQ(first_solutions(6, 3),
            (std::vector<Solution>{{2, 4, 6, 1, 3, 5}, {3, 6, 2, 5, 1, 4}, {4, 1, 5, 2, 6, 3}}));
  EXPECT_EQ(first_solutions(13, 3),
            (std::vector<Solution>{{1, 3, 5, 2, 9, 12, 10, 13, 4, 6, 8, 11, 7},
                                   {1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10, 12},
                                   {1, 3, 5, 7, 12, 10, 13, 6, 4, 2, 8, 11, 9}}));
}

TEST(QueensWalk, EverySolutionInOrder) {
  for (int queens = 1; queens <= 10; ++queens) {
    const std::vector<Solution> all = first_solutions(queens, SIZE_MAX);
    EXPECT_EQ(all.size(), kKnownSolutions[queens]);
    EXPECT_TRUE(std::all_of(all.begin(), all.end(), is_solution));
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
  }
}

TEST(QueensWalk, EndsForGood) {
  SolutionWalk walk(3);
  EXPECT_FALSE(walk.ended());
  EXPECT_FALSE(walk.next());
  EXPECT_TRUE(walk.ended());
  EXPECT_FALSE(walk.next());
}

TEST(QueensWalk, GoesOnAfterAStop) {
  const std::atomic<bool> stop{true};
  SolutionWalk walk(26);
  int stops = 0;
  while (!walk.next(stop)) {
    ASSERT_FALSE(walk.ended());
    ++stops;
  }
  EXPECT_GT(stops, 0);
  EXPECT_EQ(current(walk), first_solutions(26, 1).at(0));
  EXPECT_TRUE(is_solution(current(walk)));
}

}  // namespace
}  // namespace puzzled::queens
