// Single solutions of boards of any size, and one solution of each class.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/queens/constructed_solution.hpp"
#include "core/queens/random_solutions.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/symmetry_class.hpp"

namespace puzzled::queens {
namespace {

using Solution = std::vector<int>;

// By the rules: every column and every diagonal has one queen at most.
bool obeys_the_rules(const Solution& columns) {
  const int queens = static_cast<int>(columns.size());
  std::set<int> taken;
  std::set<int> rising;
  std::set<int> falling;
  for (int row = 0; row < queens; ++row) {
    const int column = columns[static_cast<std::size_t>(row)];
    if (column < 1 || column > queens || !taken.insert(column).second ||
        !rising.insert(column + row).second || !falling.insert(column - row).second) {
      return false;
    }
  }
  return true;
}

TEST(ConstructedSolution, OfEverySizeObeysTheRules) {
  for (int queens = 1; queens <= 300; ++queens) {
    const Solution columns = constructed_solution(queens);
    if (queens == 2 || queens == 3) {
      EXPECT_TRUE(columns.empty());
      continue;
    }
    EXPECT_EQ(static_cast<int>(columns.size()), queens);
    EXPECT_TRUE(obeys_the_rules(columns)) << queens;
  }
  for (int queens = 99'990; queens <= 100'000; ++queens) {
    EXPECT_TRUE(obeys_the_rules(constructed_solution(queens))) << queens;
  }
}

TEST(RandomSolutions, OfEverySizeObeyTheRules) {
  for (int queens = 1; queens <= 120; ++queens) {
    if (!has_solution(queens)) continue;
    RandomSolutions solutions(queens, 1);
    for (int i = 0; i < 3; ++i) {
      const Solution* columns = solutions.next();
      ASSERT_NE(columns, nullptr);
      EXPECT_TRUE(obeys_the_rules(*columns)) << queens;
    }
  }
  EXPECT_TRUE(obeys_the_rules(*RandomSolutions(20'011, 3).next()));
}

TEST(RandomSolutions, DependOnTheSeedAlone) {
  RandomSolutions one(30, 5);
  RandomSolutions same(30, 5);
  RandomSolutions other(30, 6);
  const Solution first = *one.next();
  EXPECT_EQ(first, *same.next());
  EXPECT_NE(first, *other.next());
  EXPECT_NE(first, *one.next());
}

TEST(RandomSolutions, EverySolutionCanCome) {
  RandomSolutions solutions(8, 1);
  std::set<Solution> seen;
  for (int i = 0; i < 4000; ++i) seen.insert(*solutions.next());
  EXPECT_EQ(seen.size(), 92u);
}

TEST(RandomSolutions, Stop) {
  const StopFlag stop{true};
  EXPECT_EQ(RandomSolutions(8, 1).next(stop), nullptr);
}

// Turned and reflected square by square.
std::set<Solution> images(const Solution& columns) {
  std::set<Solution> all;
  const int queens = static_cast<int>(columns.size());
  for (int image = 0; image < 8; ++image) {
    Solution moved(columns.size());
    for (int row = 0; row < queens; ++row) {
      int r = row;
      int c = columns[static_cast<std::size_t>(row)] - 1;
      if ((image & 1) != 0) r = queens - 1 - r;
      if ((image & 2) != 0) c = queens - 1 - c;
      if ((image & 4) != 0) std::swap(r, c);
      moved[static_cast<std::size_t>(r)] = c + 1;
    }
    all.insert(moved);
  }
  return all;
}

TEST(SymmetryClass, HasOneFirstSolution) {
  constexpr int kClasses[] = {0, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92};  // OEIS A002562
  for (int queens = 1; queens <= 10; ++queens) {
    SolutionWalk walk(queens);
    int classes = 0;
    while (walk.next()) {
      const Solution columns(walk.columns().begin(), walk.columns().end());
      const bool is_first = *images(columns).begin() == columns;
      EXPECT_EQ(is_first_of_class(columns), is_first);
      if (is_first) {
        EXPECT_LE(columns.front(), last_first_column(queens));
        ++classes;
      }
    }
    EXPECT_EQ(classes, kClasses[queens]) << queens;
  }
}

TEST(QueensWalk, FirstSolutionsOfLargeBoards) {
  for (const int queens : {29, 31, 33, 35}) {
    SolutionWalk walk(queens);
    ASSERT_TRUE(walk.next());
    EXPECT_TRUE(obeys_the_rules({walk.columns().begin(), walk.columns().end()}));
  }
}

}  // namespace
}  // namespace puzzled::queens
