// Dancing links on classic problems with known counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/cover/links/links.hpp"

namespace puzzled::cover {
namespace {

using Items = std::vector<std::uint32_t>;
using OptionSet = std::vector<std::uint32_t>;

void add(Problem& problem, const Items& items) {
  std::vector<Element> elements;
  for (const std::uint32_t item : items) elements.push_back({item});
  ASSERT_TRUE(problem.add_option(elements));
}

std::vector<OptionSet> all_solutions(const Problem& problem) {
  std::vector<OptionSet> solutions;
  const auto walk = walk_by_links(problem);
  while (walk->next() == SolutionWalk::Step::kSolution) {
    solutions.emplace_back(walk->solution().begin(), walk->solution().end());
    std::ranges::sort(solutions.back());
  }
  return solutions;
}

std::uint64_t number_of_solutions(const Problem& problem) {
  return count_by_links(problem).count.words()[0];
}

// Items a to g and the six options of Knuth's paper; options 0, 3 and 4 are the only solution.
Problem knuths_example() {
  Problem problem(7);
  for (const Items& items :
       std::vector<Items>{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}}) {
    add(problem, items);
  }
  return problem;
}

TEST(LinksKnown, KnuthsExample) {
  const Problem problem = knuths_example();
  EXPECT_EQ(problem.options(), 6U);
  EXPECT_EQ(all_solutions(problem), std::vector<OptionSet>({{0, 3, 4}}));
}

TEST(LinksKnown, WithoutPrimaryItemsTheEmptySetIsTheOnlySolution) {
  for (const Problem& problem : {Problem(0), Problem(0, 2)}) {
    EXPECT_EQ(all_solutions(problem), std::vector<OptionSet>({{}}));
    EXPECT_EQ(number_of_solutions(problem), 1U);
  }
}

TEST(LinksKnown, ItemWithoutOptionHasNoSolution) {
  Problem problem(2);
  add(problem, {0});
  EXPECT_TRUE(all_solutions(problem).empty());
}

TEST(LinksKnown, SecondaryItemsAreCoveredAtMostOnce) {
  Problem problem(2, 1);
  add(problem, {0, 2});
  add(problem, {0});
  add(problem, {1, 2});
  add(problem, {1});
  const auto solutions = all_solutions(problem);
  EXPECT_EQ(std::set<OptionSet>(solutions.begin(), solutions.end()),
            std::set<OptionSet>({{0, 3}, {1, 2}, {1, 3}}));
}

TEST(LinksKnown, EqualOptionsAreDifferentSolutions) {
  Problem problem(1);
  add(problem, {0});
  add(problem, {0});
  EXPECT_EQ(number_of_solutions(problem), 2U);
}

// Primary: a queen in each row and column; secondary: at most one on each diagonal.
Problem queens(std::uint32_t n) {
  Problem problem(std::size_t{2} * n, std::size_t{4} * n - 2);
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      add(problem,
          {row, n + column, 2 * n + row + column, 2 * n + (2 * n - 1) + (row + n - 1 - column)});
    }
  }
  return problem;
}

TEST(LinksKnown, Queens) {
  constexpr std::array<std::uint64_t, 11> kKnown{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  for (std::uint32_t n = 1; n < kKnown.size(); ++n) {
    EXPECT_EQ(number_of_solutions(queens(n)), kKnown[n]) << n;
  }
}

// Langford pairs: two of each number i up to n in a row, with i places between them (OEIS A014552,
// which counts a row and its reverse once).
TEST(LinksKnown, LangfordPairs) {
  constexpr std::array<std::uint64_t, 9> kKnown{0, 0, 0, 1, 1, 0, 0, 26, 150};
  for (std::uint32_t n = 3; n < kKnown.size(); ++n) {
    Problem problem(std::size_t{3} * n);
    for (std::uint32_t i = 1; i <= n; ++i) {
      for (std::uint32_t place = 0; place + i + 1 < 2 * n; ++place) {
        add(problem, {i - 1, n + place, n + place + i + 1});
      }
    }
    EXPECT_EQ(number_of_solutions(problem), 2 * kKnown[n]) << n;
  }
}

// The twelve pentominoes fill a 3 x 20 rectangle in 2 ways, not counting its 4 symmetries.
TEST(LinksKnown, PentominoesInThreeByTwenty) {
  using Cell = std::pair<int, int>;
  using Shape = std::vector<Cell>;
  constexpr std::array<std::string_view, 12> kPieces{
      ".##/##./.#.", "#####",       "#./#./#./##", ".#/##/#./#.", "##/##/#.",    "###/.#./.#.",
      "#.#/###",     "#../#../###", "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##"};
  constexpr int kRows = 3;
  constexpr int kColumns = 20;
  Problem problem(kPieces.size() + kRows * kColumns);
  for (std::uint32_t piece = 0; piece < kPieces.size(); ++piece) {
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
          Items items{piece};
          for (const auto& [r, c] : cells) {
            if (row + r >= kRows || column + c >= kColumns) break;
            const auto cell = static_cast<std::size_t>(kColumns * (row + r) + column + c);
            items.push_back(static_cast<std::uint32_t>(kPieces.size() + cell));
          }
          if (items.size() == 6) add(problem, items);
        }
      }
    }
  }
  EXPECT_EQ(number_of_solutions(problem), 4U * 2U);
}

TEST(LinksKnown, SolutionsAreDistinctAndCoverEveryItemOnce) {
  const Problem problem = queens(7);
  const auto solutions = all_solutions(problem);
  EXPECT_EQ(std::set<OptionSet>(solutions.begin(), solutions.end()).size(), 40U);
  for (const OptionSet& solution : solutions) {
    std::vector<int> covered(problem.items());
    for (const std::uint32_t option : solution) {
      for (const Element& element : problem.option(option)) ++covered[element.item];
    }
    for (std::size_t item = 0; item < problem.items(); ++item) {
      EXPECT_TRUE(covered[item] == 1 || (item >= problem.primary_items() && covered[item] == 0));
    }
  }
}

}  // namespace
}  // namespace puzzled::cover
