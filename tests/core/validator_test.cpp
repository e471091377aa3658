// The validator and the conflict finder: each kind of defect is seen.
#include "tests/core/validator.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/conflict/kernel.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

const Grid kSolvedGrid =
    grid_from("534678912672195348198342567859761423426853791713924856961537284287419635345286179");

TEST(Validator, AcceptsASolution) {
  EXPECT_TRUE(is_complete_and_legal(kSolvedGrid));
}

TEST(Validator, RejectsAnyBlank) {
  for (int cell = 0; cell < kCells; ++cell) {
    Grid grid = kSolvedGrid;
    grid[cell] = 0;
    EXPECT_FALSE(is_complete_and_legal(grid)) << cell;
  }
}

TEST(Validator, RejectsAnyOtherDigit) {
  for (int cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 0; digit <= 10; ++digit) {
      Grid grid = kSolvedGrid;
      if (grid[cell] == digit) continue;
      grid[cell] = digit;
      EXPECT_FALSE(is_complete_and_legal(grid)) << cell;
    }
  }
}

TEST(Validator, RejectsAnyExchange) {
  for (int a = 0; a < kCells; ++a) {
    for (int b = a + 1; b < kCells; ++b) {
      Grid grid = kSolvedGrid;
      if (grid[a] == grid[b]) continue;
      std::swap(grid[a], grid[b]);
      EXPECT_FALSE(is_complete_and_legal(grid)) << a << ' ' << b;
    }
  }
}

// Each kind of unit is needed: these grids break one kind only.
TEST(Validator, RejectsWrongColumnsAlone) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    // Boxes of a band are in order, and all bands are the same.
    grid[cell] = static_cast<std::uint8_t>((row_of(cell) % 3 * 3 + column_of(cell)) % 9 + 1);
  }
  EXPECT_FALSE(is_complete_and_legal(grid));
}

TEST(Validator, RejectsWrongRowsAlone) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    grid[cell] = static_cast<std::uint8_t>((column_of(cell) % 3 * 3 + row_of(cell)) % 9 + 1);
  }
  EXPECT_FALSE(is_complete_and_legal(grid));
}

TEST(Validator, RejectsWrongBoxesAlone) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    grid[cell] = static_cast<std::uint8_t>((row_of(cell) + column_of(cell)) % 9 + 1);
  }
  EXPECT_FALSE(is_complete_and_legal(grid));
}

TEST(Validator, ExtendsComparesCluesOnly) {
  Grid puzzle = kSolvedGrid;
  EXPECT_TRUE(extends(kSolvedGrid, puzzle));
  puzzle[0] = 0;
  puzzle[40] = 0;
  EXPECT_TRUE(extends(kSolvedGrid, puzzle));
  EXPECT_TRUE(extends(kSolvedGrid, Grid{}));
  EXPECT_FALSE(extends(Grid{}, puzzle));
  puzzle[80] = 1;
  EXPECT_FALSE(extends(kSolvedGrid, puzzle));
}

TEST(FindConflict, FindsNoneInLegalBoards) {
  EXPECT_EQ(find_conflict(Grid{}), std::nullopt);
  EXPECT_EQ(find_conflict(kSolvedGrid), std::nullopt);
  for (const std::string_view text : kFamous)
    EXPECT_EQ(find_conflict(grid_from(text)), std::nullopt);
}

TEST(FindConflict, FindsEveryPair) {
  for (int first = 0; first < kCells; ++first) {
    for (int second = first + 1; second < kCells; ++second) {
      const bool related = row_of(first) == row_of(second) ||
                           column_of(first) == column_of(second) || box_of(first) == box_of(second);
      for (const std::uint8_t digit : {std::uint8_t{1}, std::uint8_t{9}}) {
        Grid grid;
        grid[first] = digit;
        grid[second] = digit;
        const auto conflict = find_conflict(grid);
        ASSERT_EQ(conflict.has_value(), related) << first << ' ' << second;
        if (related) {
          EXPECT_EQ(*conflict, (Conflict{first, second, digit}));
        }
      }
    }
  }
}

class HasConflict : public EachLevel {
 protected:
  static bool has_conflict(const Grid& grid) {
    return conflict::find_kernel(isa())->has_conflict(grid.digits.data());
  }
};
PUZZLED_EACH_LEVEL(HasConflict);

TEST_P(HasConflict, IsTrueForEveryPairOfEqualDigitsInAUnit) {
  for (int first = 0; first < kCells; ++first) {
    for (int second = first + 1; second < kCells; ++second) {
      for (std::uint8_t digit = 1; digit <= kSide; ++digit) {
        Grid grid;
        grid[first] = digit;
        grid[second] = digit;
        ASSERT_EQ(has_conflict(grid), find_conflict(grid).has_value())
            << first << ' ' << second << ' ' << int{digit};
        grid[second] = static_cast<std::uint8_t>(digit % kSide + 1);
        ASSERT_FALSE(has_conflict(grid)) << first << ' ' << second << ' ' << int{digit};
      }
    }
  }
}

TEST_P(HasConflict, IsTrueForASolutionAfterAnyChange) {
  EXPECT_FALSE(has_conflict(Grid{}));
  EXPECT_FALSE(has_conflict(kSolvedGrid));
  for (int cell = 0; cell < kCells; ++cell) {
    Grid grid = kSolvedGrid;
    for (std::uint8_t digit = 0; digit <= kSide; ++digit) {
      grid[cell] = digit;
      EXPECT_EQ(has_conflict(grid), digit != 0 && digit != kSolvedGrid[cell]) << cell;
    }
  }
}

TEST(FindConflict, NamesTheFirstInCellOrder) {
  Grid grid;
  grid[3] = grid[5] = grid[8] = 7;  // row 1
  grid[2] = grid[74] = 4;           // column 3
  grid[80] = grid[70] = 1;          // box 9
  EXPECT_EQ(find_conflict(grid), (Conflict{2, 74, 4}));
  grid[2] = 0;
  EXPECT_EQ(find_conflict(grid), (Conflict{3, 5, 7}));
  grid[5] = 0;
  EXPECT_EQ(find_conflict(grid), (Conflict{3, 8, 7}));
  grid[3] = 0;
  EXPECT_EQ(find_conflict(grid), (Conflict{70, 80, 1}));
}

}  // namespace
}  // namespace puzzled::sudoku
