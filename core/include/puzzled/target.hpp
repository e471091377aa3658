// Target Sudoku (NOIP 2009): every cell has a weight, and the score of a solution is the sum of
// weight * digit over the cells. Finds the best score of a puzzle, and proves it.
//
// Any number of threads may call all of this at a time; nothing throws but std::bad_alloc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "puzzled/export.h"
#include "puzzled/result.hpp"
#include "puzzled/search.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

/// By cell, row by row.
using Weights = std::array<std::int32_t, Grid::kCells>;

/// Weights are from -kMaxWeight to kMaxWeight.
inline constexpr std::int32_t kMaxWeight = 1'000'000;

/// The weights of the contest: 6 in the outermost ring, then 7, 8, 9, and 10 in the centre.
inline constexpr Weights kTargetWeights = [] {
  Weights weights{};
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    const int row = static_cast<int>(cell) / Grid::kSide;
    const int column = static_cast<int>(cell) % Grid::kSide;
    weights[cell] = 6 + std::min({row, 8 - row, column, 8 - column});
  }
  return weights;
}();

struct BestScore {
  BestStatus status = BestStatus::kUnsolvable;
  std::int64_t score = 0;  ///< of `grid`; means nothing if there is none
  std::int64_t bound = 0;  ///< no solution is better; equals the score if that is proven
  /// Proven: of all grids of that score the lexicographically smallest. All blank if unsolvable or
  /// unknown.
  Grid grid{};

  friend bool operator==(const BestScore&, const BestScore&) = default;
};

/// The best score of a puzzle; an error if a weight is out of range. An empty grid takes a fraction
/// of a millisecond, puzzles with few clues and random weights may take seconds and more.
PUZZLED_API Result<BestScore> best_score(const Grid& puzzle,
                                         const Weights& weights = kTargetWeights,
                                         Goal goal = Goal::kMaximize,
                                         const StopFlag* stop = nullptr);

/// The same for many puzzles with the same weights, which are prepared once.
PUZZLED_API Result<std::vector<BestScore>> best_scores(std::span<const Grid> puzzles,
                                                       const Weights& weights = kTargetWeights,
                                                       Goal goal = Goal::kMaximize,
                                                       const StopFlag* stop = nullptr);

/// The sum of weight * digit.
constexpr std::int64_t score_of(const Grid& grid, const Weights& weights = kTargetWeights) {
  std::int64_t score = 0;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    score += std::int64_t{weights[static_cast<std::size_t>(cell)]} * grid[cell];
  }
  return score;
}

}  // namespace puzzled
