#include "tests/core/sample_puzzles.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/random.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::uint64_t kSeed = 3074;

int clues_in(const Grid& grid, int first_cell, int cells) {
  const auto begin = grid.digits.begin() + first_cell;
  return static_cast<int>(
      std::count_if(begin, begin + cells, [](int digit) { return digit != 0; }));
}

// The numbers 0, 1, 2, by falling number of clues in the pieces of `cells` cells from `first_cell`.
std::array<int, 3> densest_first(const Grid& grid, int first_cell, int cells) {
  std::array<int, 3> order{0, 1, 2};
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](int piece) {
    return clues_in(grid, first_cell + piece * cells, cells);
  });
  return order;
}

Grid with_dense_rows_first(const Grid& grid) {
  Grid sorted;
  auto out = sorted.digits.begin();
  for (const int band : densest_first(grid, 0, 27)) {
    for (const int row : densest_first(grid, 27 * band, 9)) {
      out = std::copy_n(grid.digits.begin() + 27 * band + 9 * row, 9, out);
    }
  }
  return sorted;
}

int random_cell(Random& random) {
  return static_cast<int>(random.below(kCells));
}

void add_wrong_clue(Grid& puzzle, Random& random) {
  const Grid solution = solve_band(puzzle, {}).first;
  for (;;) {
    const int cell = random_cell(random);
    const auto digit = static_cast<std::uint8_t>(1 + random.below(kSide));
    if (puzzle[cell] != 0 || solution[cell] == digit) continue;
    puzzle[cell] = digit;
    if (!find_conflict(puzzle)) return;
    puzzle[cell] = 0;
  }
}

void remove_clue(Grid& puzzle, Random& random) {
  int cell = random_cell(random);
  while (puzzle[cell] == 0) cell = random_cell(random);
  puzzle[cell] = 0;
}

}  // namespace

Grid grid_from(std::string_view text) {
  Grid grid;
  for (std::size_t i = 0; i < text.size() && i < grid.digits.size(); ++i) {
    if (text[i] >= '1' && text[i] <= '9') grid.digits[i] = static_cast<std::uint8_t>(text[i] - '0');
  }
  return grid;
}

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::kEasy:
      return "easy";
    case Kind::kMinimal:
      return "minimal";
    case Kind::kNone:
      return "none";
    case Kind::kMany:
      return "many";
  }
  return "";
}

void PrintTo(Kind kind, std::ostream* out) {
  *out << name_of(kind);
}

Grid sample_puzzle(Kind kind, std::uint64_t index) {
  Random random(kSeed + 1, index);
  Grid puzzle;
  switch (kind) {
    case Kind::kEasy:
      puzzle = generate_puzzle({.seed = kSeed, .clues = 32}, index);
      break;
    case Kind::kMinimal:
      puzzle = generate_puzzle({.seed = kSeed, .minimal = true}, index);
      break;
    case Kind::kNone:
      puzzle = generate_puzzle({.seed = kSeed, .clues = 28}, index);
      add_wrong_clue(puzzle, random);
      break;
    case Kind::kMany:
      puzzle = generate_puzzle({.seed = kSeed, .minimal = true}, index);
      remove_clue(puzzle, random);
      if (index % 2 == 1) remove_clue(puzzle, random);
      break;
  }
  return with_dense_rows_first(puzzle);
}

}  // namespace puzzled::sudoku
