#include "core/target_sudoku/problem.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include "core/target_sudoku/search.hpp"

namespace puzzled::target {
namespace {

// Finer scales bring nothing: the target weights need as many steps with 2^6 as with 2^10.
constexpr int kFinestShift = 8;

// Multipliers may lead prices this many times as far from zero as gains are.
constexpr std::int64_t kHeadroom = 4;

std::int64_t step_of(const Weights& reduced) {
  std::int64_t step = 0;
  for (const std::int32_t weight : reduced.of) step = std::gcd(step, std::int64_t{weight});
  return std::max<std::int64_t>(1, step);
}

int shift_for(const Weights& reduced, std::int64_t step) {
  std::int64_t largest = 1;
  for (const std::int32_t weight : reduced.of) {
    largest = std::max(largest, std::abs(std::int64_t{weight}));
  }
  const std::int64_t largest_gain = 4 * (largest / step);
  const std::int64_t allowed = bound::kLargestPrice / kHeadroom;
  int shift = 0;
  while (shift < kFinestShift && largest_gain << (shift + 1) <= allowed) ++shift;
  while (shift <= 0 && largest_gain >> -shift > allowed) --shift;
  return shift;
}

}  // namespace

Problem::Problem(const Weights& weights, std::string_view isa, bool for_bound)
    : weights_(weights),
      reduction_(reduce(weights)),
      kernel_(bound::find_kernel(isa)),
      layers_(reduction_, *kernel_),
      rules_(sudoku::rules::find_kernel(isa)),
      step_(step_of(reduction_.weights)),
      shift_(shift_for(reduction_.weights, step_)),
      offset_(reduction_.constant) {
  const auto scaled_up = [this](std::int64_t gain) {
    return static_cast<std::int32_t>(shift_ >= 0 ? gain * (std::int64_t{1} << shift_)
                                                 : -(-gain >> -shift_));
  };
  for (int cell = 0; cell < kCells; ++cell) {
    const std::int64_t weight = reduction_.weights[cell];
    offset_ += 5 * weight;
    const int band = cell / 27;
    if (weight != 0) weighty_[static_cast<std::size_t>(band)] |= 1U << (cell % 27);
    std::int32_t least = 0;
    std::int32_t most = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      const std::int32_t gain = scaled_up((digit - 5) * (weight / step_));
      gains_.of[cell % 27][9 * band + digit - 1] = gain;
      least = std::min(least, gain);
      most = std::max(most, gain);
    }
    lowest_[cell] = most - bound::kLargestPrice;
    highest_[cell] = least + bound::kLargestPrice;
  }
  if (!for_bound) {
    Rearrangement& identity = symmetries_.emplace_back();
    for (std::size_t cell = 0; cell < identity.size(); ++cell) {
      identity[cell] = static_cast<std::uint8_t>(cell);
    }
    return;
  }
  symmetries_ = symmetries_of(weights);
  set_start();
}

void Problem::set_start() {
  Node root;
  root.board = board_of(Grid{});
  root.is_root = true;
  Searcher searcher(*this);
  Bar bar(kNoScore);
  searcher.tighten(root, bar, kRootSteps);
  start_ = root.multipliers;
}

bool Problem::is_settled(const BandBoard& board) const {
  const sudoku::Bands open = open_cells(board);
  return ((open[0] & weighty_[0]) | (open[1] & weighty_[1]) | (open[2] & weighty_[2])) == 0;
}

std::int64_t Problem::settled_score(const BandBoard& board) const {
  std::int64_t score = reduction_.constant;
  for (int digit = 0; digit < 9; ++digit) {
    const sudoku::Bands word = board.candidates[static_cast<std::size_t>(digit)];
    for (int band = 0; band < 3; ++band) {
      for (std::uint32_t rest = word[band] & weighty_[static_cast<std::size_t>(band)]; rest != 0;
           rest &= rest - 1) {
        const int cell = 27 * band + std::countr_zero(rest);
        score += std::int64_t{reduction_.weights[cell]} * (digit + 1);
      }
    }
  }
  return score;
}

}  // namespace puzzled::target
