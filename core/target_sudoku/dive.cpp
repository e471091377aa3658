#include "core/target_sudoku/dive.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace puzzled::target {
namespace {

struct BestDigit {
  int digit = 0;
  int candidates = 0;
  std::int32_t loss = std::numeric_limits<std::int32_t>::max();
  std::int32_t second_loss = std::numeric_limits<std::int32_t>::max();
};

BestDigit best_digit_at(const BoardBound& bound, const BandBoard& board, int cell) {
  BestDigit best;
  for (int digit = 0; digit < 9; ++digit) {
    if (!is_candidate(board, cell, digit)) continue;
    ++best.candidates;
    const std::int32_t loss = bound.loss(cell, digit);
    best.second_loss = std::min(best.second_loss, std::max(best.loss, loss));
    if (loss <= best.loss) {
      best.loss = loss;
      best.digit = digit;
    }
  }
  return best;
}

}  // namespace

void dive(const Problem& problem, const BoardBound& bound, const BandBoard& start,
          Incumbent& incumbent) {
  constexpr int kMaxFailures = 12;
  constexpr std::int64_t kCellsRounded = 128;
  std::array<std::int64_t, kCells> items;  // regret and, where equal, cell: the larger comes first
  std::size_t count = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const BestDigit best = best_digit_at(bound, start, cell);
    if (best.candidates > 1) {
      const std::int64_t regret = std::int64_t{best.second_loss} - best.loss;
      items[count++] = regret * kCellsRounded + kCells - cell;
    }
  }
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count), std::greater());
  BandBoard board = start;
  int failures = 0;
  for (std::size_t i = 0; i < count;) {
    const auto cell = static_cast<int>(kCells - items[i] % kCellsRounded);
    const BestDigit best = best_digit_at(bound, board, cell);
    if (best.candidates == 1) {
      ++i;
      continue;
    }
    BandBoard tried = board;
    assign(tried, cell, best.digit);
    BandOutcome outcome = problem.rules->propagate(tried);
    if (outcome == BandOutcome::kContradiction) {
      if (++failures > kMaxFailures) return;
      tried = board;
      remove(tried, cell, best.digit);
      outcome = problem.rules->propagate(tried);
    }
    if (outcome == BandOutcome::kSolved) incumbent.offer(grid_of(tried));
    if (outcome != BandOutcome::kOpen) return;
    board = tried;
  }
}

}  // namespace puzzled::target
