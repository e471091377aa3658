// Canonical forms, against the smallest of all 3,359,232 orders of rows and columns, and against
// numbers that are known of bands and grids.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/sudoku/canonical/band_tables.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/random.hpp"
#include "core/sudoku/reference_engines.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "tests/core/canonical_reference.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

// The grid with the most automorphisms.
constexpr std::string_view kMostSymmetric =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

// Some clues of a grid.
Grid with_clues(const Grid& grid, std::size_t clues, std::uint64_t seed) {
  std::array<int, kCells> cells;
  std::iota(cells.begin(), cells.end(), 0);
  Random random(seed, 0);
  shuffle_values(std::span(cells), random);
  Grid result;
  for (std::size_t i = 0; i < clues; ++i) result[cells[i]] = grid[cells[i]];
  return result;
}

Grid some_solution(std::uint64_t index) {
  return solve_mrv(generate_puzzle({.seed = 21}, index), {}).first;
}

std::string text_of(const Grid& grid) {
  std::string text;
  for (const std::uint8_t digit : grid.digits) text += static_cast<char>('0' + digit);
  return text;
}

void expect_smallest(Canonicalizer& canonicalizer, const Grid& puzzle) {
  const CanonicalForm expected = smallest_of_all_orders(puzzle);
  const CanonicalForm form = canonicalizer.find(puzzle);
  EXPECT_EQ(text_of(form.grid), text_of(expected.grid)) << text_of(puzzle);
  EXPECT_EQ(form.automorphisms, expected.automorphisms) << text_of(puzzle);
}

TEST(CanonicalForm, IsTheSmallestOfAllOrders) {
  Canonicalizer canonicalizer;
  std::uint64_t seed = 0;
  for (const std::size_t clues : {1, 2, 3, 4, 6, 9, 13, 17, 22, 30, 45, 64, 80, 81}) {
    ++seed;
    expect_smallest(canonicalizer, with_clues(some_solution(seed), clues, seed));
  }
}

TEST(CanonicalForm, IsTheSmallestWhereManyOrdersTie) {
  Canonicalizer canonicalizer;
  const Grid grid = grid_from(kMostSymmetric);
  Grid of_one_digit;
  Grid of_one_box;
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid[cell] == 5) of_one_digit[cell] = 5;
    if (box_of(cell) == 4) of_one_box[cell] = grid[cell];
  }
  expect_smallest(canonicalizer, of_one_digit);
  expect_smallest(canonicalizer, of_one_box);
  expect_smallest(canonicalizer, with_clues(grid, 27, 1));
}

TEST(CanonicalForm, CountsAutomorphisms) {
  Canonicalizer canonicalizer;
  EXPECT_EQ(canonicalizer.find(Grid{}).automorphisms, 3359232U);
  EXPECT_EQ(canonicalizer.find(Grid{}).grid, Grid{});
  const CanonicalForm form = canonicalizer.find(grid_from(kMostSymmetric));
  EXPECT_EQ(text_of(form.grid), kMostSymmetric);
  EXPECT_EQ(form.automorphisms, 648U);
}

class CanonicalFormTest : public EachLevel {};

TEST_P(CanonicalFormTest, IsTheSameOfAllCopies) {
  Canonicalizer canonicalizer(isa());
  Canonicalizer best;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Grid puzzle = with_clues(some_solution(i % 20), 1 + i % 81, i);
    const CanonicalForm form = canonicalizer.find(puzzle);
    EXPECT_EQ(canonicalizer.find(form.grid).grid, form.grid);
    EXPECT_EQ(best.find(puzzle).grid, form.grid);
    for (std::uint64_t copy = 0; copy < 5; ++copy) {
      const CanonicalForm again =
          canonicalizer.find(transformed(puzzle, random_transformation(4, i, copy)));
      EXPECT_EQ(text_of(again.grid), text_of(form.grid)) << text_of(puzzle);
      EXPECT_EQ(again.automorphisms, form.automorphisms) << text_of(puzzle);
    }
  }
}

// Side by side: some of high symmetry among plain ones, and full grids.
TEST_P(CanonicalFormTest, DoesNotDependOnNeighbours) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const std::size_t clues = i % 23 == 0 ? 0 : i % 17 == 0 ? kCells : 1 + i % 70;
    puzzles.push_back(with_clues(some_solution(i % 20), clues, i));
  }
  Canonicalizer canonicalizer(isa());
  std::vector<CanonicalForm> forms(puzzles.size());
  canonicalizer.find(puzzles, forms);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const CanonicalForm alone = canonicalizer.find(puzzles[i]);
    EXPECT_EQ(text_of(forms[i].grid), text_of(alone.grid));
    EXPECT_EQ(forms[i].automorphisms, alone.automorphisms);
  }
}

// A Canonicalizer searches the first hundreds as puzzles, and looks up the bands of later ones.
TEST_P(CanonicalFormTest, OfAFullGridDoesNotDependOnHowItIsFound) {
  std::vector<Grid> grids = {grid_from(kMostSymmetric)};
  for (std::uint64_t i = 0; i < 200; ++i) grids.push_back(some_solution(i % 20));
  for (std::uint64_t i = 1; i < grids.size(); ++i) {
    grids[i] = transformed(grids[i % 21], random_transformation(5, i, 0));
  }
  Canonicalizer canonicalizer(isa());
  std::vector<CanonicalForm> forms(grids.size());
  for (int i = 0; i < 3; ++i) canonicalizer.find(grids, forms);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const CanonicalForm looked_up = canonicalizer.find_by_solution(grids[i], grids[i]);
    const CanonicalForm searched = Canonicalizer(isa()).find(grids[i]);
    for (const CanonicalForm& form : {looked_up, searched}) {
      EXPECT_EQ(text_of(form.grid), text_of(forms[i].grid)) << text_of(grids[i]);
      EXPECT_EQ(form.automorphisms, forms[i].automorphisms) << text_of(grids[i]);
    }
  }
}

TEST_P(CanonicalFormTest, BySolutionTellsTheSameClassesApart) {
  Canonicalizer canonicalizer(isa());
  for (std::uint64_t i = 0; i < 30; ++i) {
    // Of the most symmetric grid there are 648 ways to choose from.
    const Grid solution = i % 3 == 0 ? grid_from(kMostSymmetric) : some_solution(i);
    const Grid puzzle = with_clues(solution, 30, i);
    const CanonicalForm form = canonicalizer.find_by_solution(puzzle, solution);
    EXPECT_EQ(canonicalizer.find(form.grid).grid, canonicalizer.find(puzzle).grid);
    EXPECT_EQ(form.automorphisms, canonicalizer.find(puzzle).automorphisms);
    for (std::uint64_t copy = 0; copy < 5; ++copy) {
      const Transformation drawn = random_transformation(6, i, copy);
      const CanonicalForm again =
          canonicalizer.find_by_solution(transformed(puzzle, drawn), transformed(solution, drawn));
      EXPECT_EQ(text_of(again.grid), text_of(form.grid));
    }
  }
}
PUZZLED_EACH_LEVEL(CanonicalFormTest);

TEST(BandTables, HaveAllBands) {
  const canonical::BandTables& tables = canonical::band_tables();
  ASSERT_EQ(tables.smallest.size(), 416U);
  EXPECT_TRUE(std::ranges::is_sorted(tables.smallest));
  // Of the 7776 orders of rows and columns some lead back to the band, so its class has that many
  // times fewer bands.
  std::uint64_t bands = 0;
  for (std::size_t i = 0; i < 416; ++i) {
    const std::uint32_t automorphisms =
        tables.first_automorphism[i + 1] - tables.first_automorphism[i];
    ASSERT_GT(automorphisms, 0U);
    EXPECT_EQ(7776 % automorphisms, 0U);
    bands += 7776 / automorphisms;
  }
  EXPECT_EQ(bands, 2612736U);  // of 9! * 2612736 bands, one for each naming of the first box
}

}  // namespace
}  // namespace puzzled::sudoku
