#include "core/target_sudoku/problem.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <numeric>

namespace puzzled::target {
namespace {

// Finer scales bring nothing: the target weights need as many steps with 2^6 as with 2^10.
constexpr int kMaxShift = 8;

// Multipliers may lead prices this many times as far from zero as gains are.
constexpr std::int64_t kHeadroom = 4;

std::int64_t step_of(const Weights& reduced) {
  std::int64_t step = 0;
  for (const std::int32_t weight : reduced.cells) step = std::gcd(step, std::int64_t{weight});
  return std::max<std::int64_t>(1, step);
}

Scale scale_of(const Reduction& reduction) {
  Scale scale{.step = step_of(reduction.weights), .offset = reduction.constant};
  std::int64_t largest = 1;
  for (const std::int32_t weight : reduction.weights.cells) {
    largest = std::max(largest, std::abs(std::int64_t{weight}));
    scale.offset += std::int64_t{5} * weight;
  }
  const std::int64_t largest_gain = 4 * (largest / scale.step);
  const std::int64_t allowed = bound::kMaxPrice / kHeadroom;
  while (scale.shift < kMaxShift && largest_gain << (scale.shift + 1) <= allowed) ++scale.shift;
  while (scale.shift <= 0 && largest_gain >> -scale.shift > allowed) --scale.shift;
  return scale;
}

}  // namespace

Problem make_problem(const Weights& weights, std::string_view isa) {
  const Reduction reduction = reduce(weights);
  const bound::Kernel* const kernel = bound::find_kernel(isa);
  Problem problem{.weights = weights,
                  .reduction = reduction,
                  .scale = scale_of(reduction),
                  .kernel = kernel,
                  .rules = sudoku::rules::find_kernel(isa),
                  .layers = LayerBound(reduction, *kernel),
                  .gains = {},
                  .lowest_multipliers = {},
                  .highest_multipliers = {},
                  .start_multipliers = {},
                  .symmetries = {}};
  const int shift = problem.scale.shift;
  const auto scaled_up = [shift](std::int64_t gain) {
    return static_cast<std::int32_t>(shift >= 0 ? gain * (std::int64_t{1} << shift)
                                                : -(-gain >> -shift));
  };
  for (int cell = 0; cell < kCells; ++cell) {
    const std::int64_t weight = reduction.weights[cell];
    const int band = cell / 27;
    if (weight != 0) {
      problem.cells_that_matter[static_cast<std::size_t>(band)] |= 1U << (cell % 27);
    }
    std::int32_t least = 0;
    std::int32_t most = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      const std::int32_t gain = scaled_up((digit - 5) * (weight / problem.scale.step));
      problem.gains.cell[cell % 27][9 * band + digit - 1] = gain;
      least = std::min(least, gain);
      most = std::max(most, gain);
    }
    problem.lowest_multipliers[cell] = most - bound::kMaxPrice;
    problem.highest_multipliers[cell] = least + bound::kMaxPrice;
  }
  return problem;
}

bool is_settled(const Problem& problem, const BandBoard& board) {
  const sudoku::Bands open = open_cells(board);
  const auto& cells = problem.cells_that_matter;
  return ((open[0] & cells[0]) | (open[1] & cells[1]) | (open[2] & cells[2])) == 0;
}

std::int64_t settled_score(const Problem& problem, const BandBoard& board) {
  std::int64_t score = problem.reduction.constant;
  for (int digit = 0; digit < 9; ++digit) {
    const sudoku::Bands word = board.candidates[static_cast<std::size_t>(digit)];
    for (int band = 0; band < 3; ++band) {
      const std::uint32_t cells = problem.cells_that_matter[static_cast<std::size_t>(band)];
      for (std::uint32_t rest = word[band] & cells; rest != 0; rest &= rest - 1) {
        const int cell = 27 * band + std::countr_zero(rest);
        score += std::int64_t{problem.reduction.weights[cell]} * (digit + 1);
      }
    }
  }
  return score;
}

}  // namespace puzzled::target
