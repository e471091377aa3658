// The weights of the cells: score = sum over the cells of weight * digit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/result.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled::target {

using sudoku::Grid;
using sudoku::kCells;

/// Weights may be negative; larger ones in absolute value are refused.
inline constexpr std::int32_t kMaxWeight = 1'000'000;

/// Below every score (none is beyond 2^30 in absolute value), and still a number when scaled.
inline constexpr std::int64_t kNoScore = -(std::int64_t{1} << 40);

struct Weights {
  std::array<std::int32_t, kCells> cells{};

  constexpr std::int32_t& operator[](int cell) { return cells[static_cast<std::size_t>(cell)]; }
  constexpr std::int32_t operator[](int cell) const {
    return cells[static_cast<std::size_t>(cell)];
  }
  friend constexpr bool operator==(const Weights&, const Weights&) = default;
};

/// NOIP 2009 (P1074): 6 in the outermost ring, then 7, 8, 9, and 10 in the centre.
inline constexpr Weights kTargetWeights = [] {
  Weights weights;
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = sudoku::row_of(cell);
    const int column = sudoku::column_of(cell);
    weights[cell] = 6 + std::min({row, 8 - row, column, 8 - column});
  }
  return weights;
}();

constexpr Weights negated(Weights weights) {
  for (std::int32_t& weight : weights.cells) weight = -weight;
  return weights;
}

constexpr std::int64_t score_of(const Weights& weights, const Grid& grid) {
  std::int64_t score = 0;
  for (int cell = 0; cell < kCells; ++cell) score += std::int64_t{weights[cell]} * grid[cell];
  return score;
}

/// What is wrong with weights, in plain ASCII, and where.
struct WeightsError : Error {
  sudoku::TextPlace place;
};

/// Reads 81 integers in row order, apart by white space or commas; `#` begins a remark that goes to
/// the end of its line.
Result<Weights, WeightsError> parse_weights(std::string_view text);

/// Weights reduced to what matters. In every solution a row, column or box sums to 45, so a
/// constant may be taken off all weights of one: the score moves by 45 times as much, whatever the
/// solution. For every solved grid: score = constant + sum over the cells of weight * digit.
struct Reduction {
  Weights weights;
  std::int64_t constant = 0;
};

/// Median polish: takes the median off every row, column and box in turn until nothing moves. The
/// median leaves most zeros: of the target weights 17 cells stay (core/target_sudoku/README.md).
Reduction reduce(const Weights& weights);

}  // namespace puzzled::target
