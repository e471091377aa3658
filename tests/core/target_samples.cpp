#include "tests/core/target_samples.hpp"

#include <array>
#include <numeric>
#include <span>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/random.hpp"
#include "core/target_sudoku/bound/kernel.hpp"

namespace puzzled::target {
namespace {

using sudoku::Random;

// Uniform enough: a pattern grid, its digits, rows and columns shuffled, and half of it solved
// anew.
Grid random_full_grid(Random& random) {
  std::array<std::uint8_t, 9> digits{};
  std::iota(digits.begin(), digits.end(), std::uint8_t{1});
  shuffle_values(std::span(digits), random);
  Grid seeds;
  for (int band = 0; band < 3; ++band) {
    // Boxes on the diagonal are free of each other.
    shuffle_values(std::span(digits), random);
    for (int i = 0; i < 9; ++i) {
      seeds[(3 * band + i / 3) * 9 + 3 * band + i % 3] = digits[static_cast<std::size_t>(i)];
    }
  }
  const std::vector<Grid> some = sudoku::list_solutions(seeds, 1 + random.below(30));
  return some.back();
}

std::int32_t below(Random& random, std::size_t bound) {
  return static_cast<std::int32_t>(random.below(bound));
}

// Some alike, some in one unit, some below zero; small, or as large as can be.
Weights few_weights(Random& random) {
  constexpr std::array<std::int32_t, 4> kValues{1, 2, -1, -2};
  const std::int32_t unit = random.below(2) == 0 ? 1 : kMaxWeight / 2;
  Weights weights;
  for (std::size_t cells = 1 + random.below(14); cells > 0; --cells) {
    weights[below(random, kCells)] = unit * kValues[random.below(kValues.size())];
  }
  return weights;
}

constexpr std::array<std::int32_t, 6> kMixedSizes{1, 1000, kMaxWeight, -1, -1000, -kMaxWeight};

}  // namespace

Grid random_board(std::uint64_t seed, int clues, bool maybe_wrong) {
  Random random(seed, 1);
  Grid board = random_full_grid(random);
  std::array<int, kCells> cells{};
  std::iota(cells.begin(), cells.end(), 0);
  shuffle_values(std::span(cells), random);
  for (std::size_t i = static_cast<std::size_t>(clues); i < cells.size(); ++i) board[cells[i]] = 0;
  if (maybe_wrong && random.below(8) == 0) {
    board[cells[80]] = static_cast<std::uint8_t>(1 + random.below(9));
  }
  return board;
}

Weights random_weights(WeightKind kind, std::uint64_t seed) {
  Random random(seed, 2);
  Weights weights;
  std::array<std::int32_t, 18> lines{};
  for (std::int32_t& line : lines) line = below(random, 200) - 100;
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = sudoku::row_of(cell);
    const int column = sudoku::column_of(cell);
    switch (kind) {
      case WeightKind::kTarget:
        return kTargetWeights;
      case WeightKind::kDigits:
        weights[cell] = below(random, 10);
        break;
      case WeightKind::kSymmetric: {
        const int image = std::min(
            {cell, 9 * row + 8 - column, 9 * (8 - row) + column, 9 * (8 - row) + 8 - column});
        weights[cell] = image < cell ? weights[image] : below(random, 100);
        break;
      }
      case WeightKind::kSigned:
        weights[cell] = below(random, 199) - 99;
        break;
      case WeightKind::kLargest:
        weights[cell] = below(random, 2 * kMaxWeight + 1) - kMaxWeight;
        break;
      case WeightKind::kSparse:
        weights[cell] = random.below(20) == 0 ? below(random, 1000) : 0;
        break;
      case WeightKind::kLines:
        weights[cell] = lines[static_cast<std::size_t>(row)] +
                        lines[static_cast<std::size_t>(9 + column)] +
                        (cell == 40 ? below(random, 5) : 0);
        break;
      case WeightKind::kEqual:
        weights[cell] = lines[0];
        break;
      case WeightKind::kFew:
        return few_weights(random);
      case WeightKind::kMixed:
        if (random.below(4) == 0) weights[cell] = kMixedSizes[random.below(kMixedSizes.size())];
        break;
      case WeightKind::kDivided:
        weights[cell] = (below(random, 20) - 10) * (kMaxWeight / 20);
        break;
    }
  }
  return weights;
}

bool is_branching(int number) {
  if (number < bound::kRowBranchings) return number < kCells;
  if (number >= bound::kColumnBranchings && number < bound::kMiniRowBranchings) {
    return number < bound::kColumnBranchings + 81;
  }
  return (number - bound::kRowBranchings) % bound::kLanes < 27;
}

}  // namespace puzzled::target
