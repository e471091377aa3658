// Weights reduced to what matters. In every solution a row, column or box sums to 45, so a constant
// may be taken off all weights of one: the score moves by 45 times as much, whatever the solution.
#pragma once

#include <cstdint>

#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// For every solved grid: score = constant + sum over the cells of weight * digit.
struct Reduction {
  Weights weights;
  std::int64_t constant = 0;
};

/// Median polish: takes the median off every row, column and box in turn until nothing moves. The
/// median leaves most zeros: of the target weights 17 cells stay (core/target_sudoku/README.md).
Reduction reduce(const Weights& weights);

}  // namespace puzzled::target
