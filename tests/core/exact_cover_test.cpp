// The exact cover solver on problems that have nothing to do with Sudoku, with known counts.
#include "core/cover/exact_cover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace puzzled::cover {
namespace {

using Option = std::vector<std::size_t>;
using Solution = std::vector<std::size_t>;

constexpr SearchLimits kNoLimit{.solutions = 0};

void add(ExactCover& problem, const Option& items) {
  ASSERT_TRUE(problem.add_option(items));
}

std::vector<Solution> all_solutions(const ExactCover& problem) {
  std::vector<Solution> solutions;
  find_covers(problem, kNoLimit, [&](std::span<const std::size_t> options) {
    solutions.emplace_back(options.begin(), options.end());
    std::ranges::sort(solutions.back());
    return true;
  });
  return solutions;
}

// Items a to g and the six options of Knuth's paper; options 0, 3 and 4 are the only solution.
ExactCover knuths_example() {
  ExactCover problem(7);
  for (const Option& option :
       std::vector<Option>{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}}) {
    add(problem, option);
  }
  return problem;
}

TEST(ExactCover, KnuthsExample) {
  const ExactCover problem = knuths_example();
  EXPECT_EQ(problem.options(), 6U);
  EXPECT_EQ(all_solutions(problem), std::vector<Solution>({{0, 3, 4}}));
}

TEST(ExactCover, WithoutPrimaryItemsTheEmptySetIsTheOnlySolution) {
  EXPECT_EQ(all_solutions(ExactCover(0)), std::vector<Solution>({{}}));
  ExactCover secondary(0, 2);
  add(secondary, {0, 1});
  EXPECT_EQ(all_solutions(secondary), std::vector<Solution>({{}}));
}

TEST(ExactCover, ItemWithoutOptionHasNoSolution) {
  ExactCover problem(2);
  add(problem, {0});
  EXPECT_TRUE(all_solutions(problem).empty());
}

TEST(ExactCover, SecondaryItemsAreCoveredAtMostOnce) {
  ExactCover problem(2, 1);
  add(problem, {0, 2});
  add(problem, {0});
  add(problem, {1, 2});
  add(problem, {1});
  const auto solutions = all_solutions(problem);
  EXPECT_EQ(std::set<Solution>(solutions.begin(), solutions.end()),
            std::set<Solution>({{0, 3}, {1, 2}, {1, 3}}));
}

TEST(ExactCover, EqualOptionsAreDifferentSolutions) {
  ExactCover problem(1);
  add(problem, {0});
  add(problem, {0});
  EXPECT_EQ(find_covers(problem, kNoLimit).solutions, 2U);
}

TEST(ExactCover, RefusesWhatIsNoOptionAndStaysAsItWas) {
  ExactCover problem(2, 1);
  EXPECT_EQ(problem.add_option({}).error().message, "an option has no item");
  EXPECT_EQ(problem.add_option(Option{0, 3}).error().message, "there is no item 3");
  EXPECT_EQ(problem.add_option(Option{1, 0, 1}).error().message, "item 1 is twice in an option");
  EXPECT_EQ(problem.options(), 0U);
  // The items of refused options are not remembered.
  add(problem, {0, 1});
  EXPECT_EQ(all_solutions(problem), std::vector<Solution>({{0}}));
  EXPECT_TRUE(std::ranges::equal(problem.option_items(0), Option{0, 1}));
}

// Primary: a queen in each row and column; secondary: at most one on each diagonal.
ExactCover queens(std::size_t n) {
  ExactCover problem(2 * n, 2 * (2 * n - 1));
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      add(problem,
          {row, n + column, 2 * n + row + column, 2 * n + (2 * n - 1) + (row + n - 1 - column)});
    }
  }
  return problem;
}

TEST(ExactCover, Queens) {
  constexpr std::array<std::uint64_t, 11> kKnown{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  for (std::size_t n = 1; n < kKnown.size(); ++n) {
    EXPECT_EQ(find_covers(queens(n), kNoLimit).solutions, kKnown[n]) << n;
  }
}

// Langford pairs: two of each number i up to n in a row, with i places between them (OEIS A014552,
// which counts a row and its reverse once).
TEST(ExactCover, LangfordPairs) {
  constexpr std::array<std::uint64_t, 9> kKnown{0, 0, 0, 1, 1, 0, 0, 26, 150};
  for (std::size_t n = 3; n < kKnown.size(); ++n) {
    ExactCover problem(3 * n);
    for (std::size_t i = 1; i <= n; ++i) {
      for (std::size_t place = 0; place + i + 1 < 2 * n; ++place) {
        add(problem, {i - 1, n + place, n + place + i + 1});
      }
    }
    EXPECT_EQ(find_covers(problem, kNoLimit).solutions, 2 * kKnown[n]) << n;
  }
}

// The twelve pentominoes fill a 6 x 10 rectangle in 2339 ways, not counting its 4 symmetries.
TEST(ExactCover, PentominoesInSixByTen) {
  using Cell = std::pair<int, int>;
  using Shape = std::vector<Cell>;
  constexpr std::array<std::string_view, 12> kPieces{
      ".##/##./.#.", "#####",       "#./#./#./##", ".#/##/#./#.", "##/##/#.",    "###/.#./.#.",
      "#.#/###",     "#../#../###", "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##"};
  constexpr int kRows = 6;
  constexpr int kColumns = 10;
  ExactCover problem(kPieces.size() + kRows * kColumns);
  for (std::size_t piece = 0; piece < kPieces.size(); ++piece) {
    Shape shape;
    Cell at{0, 0};
    for (const char c : kPieces[piece]) {
      if (c == '#') shape.push_back(at);
      at = c == '/' ? Cell{at.first + 1, 0} : Cell{at.first, at.second + 1};
    }
    std::set<Shape> orientations;
    for (int turn = 0; turn < 8; ++turn) {
      // A quarter turn; after four of them a reflection.
      for (auto& [row, column] : shape) row = -std::exchange(column, row);
      if (turn == 4) {
        for (auto& cell : shape) cell.second = -cell.second;
      }
      Shape placed = shape;
      const int top = std::ranges::min_element(placed, {}, &Cell::first)->first;
      const int left = std::ranges::min_element(placed, {}, &Cell::second)->second;
      for (auto& [row, column] : placed) {
        row -= top;
        column -= left;
      }
      std::ranges::sort(placed);
      orientations.insert(placed);
    }
    for (const Shape& cells : orientations) {
      for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
          Option option{piece};
          for (const auto& [r, c] : cells) {
            if (row + r >= kRows || column + c >= kColumns) break;
            option.push_back(kPieces.size() +
                             static_cast<std::size_t>(kColumns * (row + r) + column + c));
          }
          if (option.size() == 6) add(problem, option);
        }
      }
    }
  }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  EXPECT_EQ(find_covers(problem, {.solutions = 50}).solutions,
            50U);  // all of them take minutes there
#else
  EXPECT_EQ(find_covers(problem, kNoLimit).solutions, 4U * 2339U);
#endif
}

TEST(ExactCover, StopsAtTheLimit) {
  const ExactCover problem = queens(8);
  for (const std::uint64_t limit : {1U, 2U, 91U}) {
    const CoverResult found = find_covers(problem, {.solutions = limit});
    EXPECT_EQ(found.solutions, limit);
    EXPECT_FALSE(found.exhausted);
  }
  EXPECT_EQ(find_covers(problem, {.solutions = 93}).solutions, 92U);
  EXPECT_TRUE(find_covers(problem, {.solutions = 93}).exhausted);
}

TEST(ExactCover, StopsWhenTimeIsUp) {
  const CoverResult found =
      find_covers(queens(20), {.solutions = 0, .time = std::chrono::milliseconds(20)});
  EXPECT_TRUE(found.timed_out);
  EXPECT_FALSE(found.exhausted);
  EXPECT_FALSE(find_covers(queens(8), kNoLimit).timed_out);
}

TEST(ExactCover, StopsWhenTheVisitorSaysSo) {
  int visits = 0;
  const CoverResult found =
      find_covers(queens(8), kNoLimit, [&](std::span<const std::size_t>) { return ++visits < 5; });
  EXPECT_EQ(visits, 5);
  EXPECT_EQ(found.solutions, 5U);
  EXPECT_FALSE(found.exhausted);
}

TEST(ExactCover, SolutionsAreDistinctAndCoverEveryItemOnce) {
  const ExactCover problem = queens(7);
  const auto solutions = all_solutions(problem);
  EXPECT_EQ(std::set<Solution>(solutions.begin(), solutions.end()).size(), 40U);
  for (const Solution& solution : solutions) {
    std::vector<int> covered(problem.items());
    for (const std::size_t option : solution) {
      for (const std::size_t item : problem.option_items(option)) ++covered[item];
    }
    for (std::size_t item = 0; item < problem.items(); ++item) {
      EXPECT_TRUE(covered[item] == 1 || (item >= problem.primary_items() && covered[item] == 0));
    }
  }
}

}  // namespace
}  // namespace puzzled::cover
