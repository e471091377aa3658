// Sums: against all grids that keep the houses, filtered by the sums' definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "core/variants/combination_table.hpp"
#include "core/variants/derived_sums.hpp"
#include "core/variants/model.hpp"
#include "core/variants/model_builder.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"

namespace puzzled::variants {
namespace {

using Grid = std::vector<int>;

/// Visits all grids of rows, columns and boxes that agree with `grid` where it is not 0.
void for_each_grid(Grid& grid, int size, BoxShape boxes, std::size_t cell,
                   const std::function<void(const Grid&)>& visit) {
  if (cell == grid.size()) return visit(grid);
  const int clue = grid[cell];
  const auto row_of = [size](std::size_t c) { return static_cast<int>(c) / size; };
  const auto column_of = [size](std::size_t c) { return static_cast<int>(c) % size; };
  for (int value = 1; value <= size; ++value) {
    if (clue != 0 && clue != value) continue;
    bool fits = true;
    for (std::size_t other = 0; other < grid.size() && fits; ++other) {
      if (other == cell || grid[other] != value) continue;
      fits = row_of(other) != row_of(cell) && column_of(other) != column_of(cell) &&
             (row_of(other) / boxes.rows != row_of(cell) / boxes.rows ||
              column_of(other) / boxes.columns != column_of(cell) / boxes.columns);
    }
    if (!fits) continue;
    grid[cell] = value;
    for_each_grid(grid, size, boxes, cell + 1, visit);
  }
  grid[cell] = clue;
}

int sum_of(const Grid& grid, const Sum& sum) {
  int total = 0;
  for (std::size_t i = 0; i < sum.cells.size(); ++i) {
    total += sum.coefficients[i] * grid[sum.cells[i]];
  }
  return total;
}

class SumBoards {
 public:
  SumBoards(int size, int clues, unsigned seed)
      : size_(size), boxes_(usual_boxes(size)), random_(seed) {
    const auto cells = static_cast<std::size_t>(size * size);
    const Rules rules(sudoku_model(size, boxes_));
    Search search(rules);
    std::vector<ValueSet> candidates = rules.model().allowed;
    // A random first row, so that solutions differ from board to board.
    Grid row(static_cast<std::size_t>(size));
    std::iota(row.begin(), row.end(), 1);
    std::ranges::shuffle(row, random_);
    for (std::size_t i = 0; i < row.size(); ++i) candidates[i] = set_of(row[i]);
    search.solve(candidates, {.solutions = 1});
    solution_.assign(search.first().begin(), search.first().end());
    clues_.assign(cells, 0);
    for (int i = 0; i < clues; ++i) {
      const std::size_t cell = random_() % cells;
      clues_[cell] = solution_[cell];
    }
  }

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  /// A sum of random cells that the solution keeps, or misses by 1.
  Sum draw(int cells, int max_coefficient, bool is_missed) {
    Sum sum;
    while (static_cast<int>(sum.cells.size()) < cells) {
      const auto cell = static_cast<Cell>(below(size_ * size_));
      if (std::ranges::count(sum.cells, cell) > 0) continue;
      sum.cells.push_back(cell);
      const int size = 1 + below(std::max(max_coefficient, 1));
      sum.coefficients.push_back(max_coefficient > 0 && below(2) == 0 ? -size : size);
    }
    sum.total = sum_of(solution_, sum) + (is_missed ? 1 : 0);
    return sum;
  }

  /// Neighbours in a row or column of one box or two: many of their cells differ.
  Sum draw_cage(int cells) {
    Sum sum;
    const int row = below(size_ - 1);
    const int column = below(size_ - (cells + 1) / 2);
    for (int i = 0; i < cells; ++i) {
      sum.cells.push_back(static_cast<Cell>((row + i % 2) * size_ + column + i / 2));
      sum.coefficients.push_back(1);
    }
    sum.total = sum_of(solution_, sum);
    return sum;
  }

  /// Counts by the search and by all grids.
  void expect_counts(const std::vector<Sum>& sums, bool are_cages) {
    ModelBuilder builder(size_);
    for (const House& house : sudoku_model(size_, boxes_).houses) builder.add_distinct(house.cells);
    for (const Sum& sum : sums) {
      builder.add_sum(sum.cells, sum.coefficients, sum.total);
      if (are_cages) builder.add_distinct(sum.cells);
    }
    const Rules rules(builder.take());
    std::vector<ValueSet> candidates = rules.model().allowed;
    for (std::size_t i = 0; i < clues_.size(); ++i) {
      if (clues_[i] != 0) candidates[i] &= set_of(clues_[i]);
    }
    std::uint64_t expected = 0;
    Grid grid = clues_;
    for_each_grid(grid, size_, boxes_, 0, [&](const Grid& full) {
      expected += std::ranges::all_of(sums, [&](const Sum& sum) {
        if (sum_of(full, sum) != sum.total) return false;
        if (!are_cages) return true;
        std::vector<int> values;
        for (const Cell cell : sum.cells) values.push_back(full[cell]);
        std::ranges::sort(values);
        return std::ranges::adjacent_find(values) == values.end();
      });
    });
    EXPECT_EQ(Search(rules).solve(candidates, {.solutions = 0}).count, expected);
  }

  const Grid& solution() const { return solution_; }

 private:
  int size_;
  BoxShape boxes_;
  std::mt19937 random_;
  Grid solution_;
  Grid clues_;
};

TEST(VariantsSums, CountCagesAsAllGridsDo) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SumBoards four(4, 0, seed);
    four.expect_counts({four.draw_cage(2), four.draw_cage(3), four.draw_cage(4)}, true);
    SumBoards six(6, 14, seed);
    six.expect_counts({six.draw_cage(3), six.draw_cage(4), six.draw_cage(2)}, true);
  }
}

TEST(VariantsSums, CountLongSumsAsAllGridsDo) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SumBoards four(4, 0, seed);
    four.expect_counts({four.draw(5, 0, false), four.draw(9, 0, seed % 8 == 0)}, false);
    SumBoards six(6, 12, seed);
    six.expect_counts({six.draw(4, 0, false), six.draw(7, 0, false), six.draw(12, 0, false)},
                      false);
  }
}

TEST(VariantsSums, CountSumsWithCoefficientsAsAllGridsDo) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SumBoards six(6, 12, seed);
    // Arrows, whose coefficients are 1 and -1, and pill arrows, which have -10.
    six.expect_counts({six.draw(5, 1, false), six.draw(3, 1, false)}, false);
    six.expect_counts({six.draw(4, 10, false), six.draw(6, 3, seed % 8 == 0)}, false);
  }
}

TEST(VariantsSums, CountOnBoardsAboveNineAsAllGridsDo) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SumBoards ten(10, 130, seed);
    ten.expect_counts({ten.draw_cage(4), ten.draw_cage(3), ten.draw(6, 2, false)}, false);
  }
}

/// Cages that tile a 9x9 board, of up to four cells that differ.
std::vector<Sum> draw_killer(SumBoards& boards) {
  std::vector<Sum> cages;
  std::vector<bool> is_taken(81);
  for (Cell cell = 0; cell < 81; ++cell) {
    if (is_taken[cell]) continue;
    Sum& cage = cages.emplace_back();
    cage.cells = {cell};
    is_taken[cell] = true;
    const int size = 1 + boards.below(4);
    for (Cell at = cell; static_cast<int>(cage.cells.size()) < size;) {
      const Cell next = at % 9 < 8 && boards.below(2) == 0 ? at + 1 : at + 9;
      const auto has_value = [&](Cell c) {
        return boards.solution()[c] == boards.solution()[next];
      };
      if (next >= 81 || is_taken[next] || std::ranges::any_of(cage.cells, has_value)) break;
      cage.cells.push_back(next);
      is_taken[next] = true;
      at = next;
    }
    cage.coefficients.append(cage.cells.size(), 1);
    cage.total = sum_of(boards.solution(), cage);
  }
  return cages;
}

TEST(VariantsSums, FindTheSolutionOfKillers) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SumBoards boards(9, 0, seed);
    const std::vector<Sum> cages = draw_killer(boards);
    ModelBuilder builder(9);
    for (const House& house : sudoku_model(9, usual_boxes(9)).houses) {
      builder.add_distinct(house.cells);
    }
    for (const Sum& cage : cages) {
      builder.add_sum(cage.cells, cage.total);
      builder.add_distinct(cage.cells);
    }
    const Rules rules(builder.take());
    Search search(rules);
    const Found found = search.solve(rules.model().allowed, {.solutions = 1});
    ASSERT_EQ(found.count, 1U);
    const Grid first(search.first().begin(), search.first().end());
    for (const Sum& cage : cages) ASSERT_EQ(sum_of(first, cage), cage.total);
    // Pinned to the solution but for three rows, so that all solutions can be gone through.
    std::vector<ValueSet> candidates = rules.model().allowed;
    Grid grid(81);
    for (std::size_t cell = 0; cell < 81; ++cell) {
      if (cell / 9 % 3 == seed % 3) continue;
      grid[cell] = boards.solution()[cell];
      candidates[cell] = set_of(grid[cell]);
    }
    std::uint64_t expected = 0;
    for_each_grid(grid, 9, usual_boxes(9), 0, [&](const Grid& full) {
      expected += std::ranges::all_of(
          cages, [&](const Sum& cage) { return sum_of(full, cage) == cage.total; });
    });
    EXPECT_EQ(search.solve(candidates, {.solutions = 0}).count, expected);
  }
}

TEST(VariantsDerivedSums, HoldWhereverTheSumsDo) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SumBoards boards(9, 0, seed);
    Model model = sudoku_model(9, usual_boxes(9));
    model.sums = draw_killer(boards);
    // A second sum of cells that cages have: it must not be subtracted beside them.
    model.sums.push_back(boards.draw_cage(5));
    std::size_t count = 0;
    for (const Sum& sum : derived_sums(model, 8)) {
      ASSERT_LE(sum.cells.size(), 8U);
      ASSERT_EQ(sum_of(boards.solution(), sum), sum.total) << seed;
      ++count;
    }
    EXPECT_GT(count, 10U);
  }
}

TEST(VariantsDerivedSums, FindInniesAndOuties) {
  Model model = sudoku_model(4, usual_boxes(4));
  model.sums.push_back({.cells = {0, 1, 2}, .coefficients = {1, 1, 1}, .total = 6});
  model.sums.push_back({.cells = {4, 5, 6, 7, 8}, .coefficients = {1, 1, 1, 1, 1}, .total = 13});
  const std::vector<Sum> sums = derived_sums(model, 1);
  const auto has = [&](Cell cell, int value) {
    return std::ranges::any_of(sums, [&](const Sum& sum) {
      return sum.cells == CellList{cell} && sum.coefficients[0] * value == sum.total;
    });
  };
  EXPECT_TRUE(has(3, 4));
  EXPECT_TRUE(has(8, 3));
}

TEST(VariantsCombinationTable, SaysWhatSetsThereAre) {
  const CombinationTable& table = CombinationTable::of(9, 4);
  int count = 0;
  int last_sum = 0;
  for (int bit = 0; table.all() >> bit != 0; ++bit) {
    const Combinations one = Combinations{1} << bit;
    ASSERT_NE(table.all() & one, Combinations{0});
    const ValueSet values = table.values(bit);
    EXPECT_EQ(std::popcount(values), 4);
    const int sum = table.least_sum(one);
    EXPECT_EQ(sum, table.greatest_sum(one));
    EXPECT_LE(last_sum, sum);
    last_sum = sum;
    EXPECT_NE(table.of_sum(sum) & one, Combinations{0});
    EXPECT_EQ(table.sums(one, 0, CombinationTable::kMaxSum), std::uint64_t{1} << sum);
    EXPECT_NE(table.of_sums(sum, 45) & one, Combinations{0});
    EXPECT_EQ(table.of_sums(sum + 1, 45) & one, Combinations{0});
    for (int value = 1; value <= 9; ++value) {
      EXPECT_EQ((table.with(value) & one) != 0, (values & set_of(value)) != 0);
    }
    EXPECT_NE(table.within(values) & one, Combinations{0});
    EXPECT_EQ(table.meeting(all_values(9) & ~values) & one, Combinations{0});
    ++count;
  }
  EXPECT_EQ(count, 126);
  EXPECT_EQ(table.of_sum(9), Combinations{0});
  EXPECT_EQ(table.of_sum(-1), Combinations{0});
  EXPECT_EQ(table.of_sum(46), Combinations{0});
}

}  // namespace
}  // namespace puzzled::variants
