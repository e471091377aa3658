#include "core/target_sudoku/reduction.hpp"

#include <array>

namespace puzzled::target {
namespace {

using sudoku::kUnits;

// Cell `i` of a unit: rows, then columns, then boxes.
constexpr int cell_of(int unit, int i) {
  const int number = unit % 9;
  if (unit < 9) return 9 * number + i;
  if (unit < 18) return 9 * i + number;
  return number / 3 * 27 + i / 3 * 9 + number % 3 * 3 + i % 3;
}

// Each round lowers the sum of absolute values, so this is a guard, not a tuning: random weights
// take some twenty rounds, and whatever is left is right, too.
constexpr int kMaxRounds = 60;

}  // namespace

Reduction reduce(const Weights& weights) {
  Reduction reduction{.weights = weights};
  for (int round = 0; round < kMaxRounds; ++round) {
    bool moved = false;
    for (int unit = 0; unit < kUnits; ++unit) {
      std::array<std::int32_t, 9> sorted{};
      for (int i = 0; i < 9; ++i) {
        sorted[static_cast<std::size_t>(i)] = reduction.weights[cell_of(unit, i)];
      }
      std::sort(sorted.begin(), sorted.end());
      const std::int32_t median = sorted[4];
      if (median == 0) continue;
      moved = true;
      reduction.constant += std::int64_t{45} * median;
      for (int i = 0; i < 9; ++i) reduction.weights[cell_of(unit, i)] -= median;
    }
    if (!moved) break;
  }
  return reduction;
}

}  // namespace puzzled::target
