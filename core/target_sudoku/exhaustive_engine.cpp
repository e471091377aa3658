#include "core/target_sudoku/engines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "core/sudoku/unit_masks.hpp"

namespace puzzled::target {
namespace {

using sudoku::DigitMask;

class Fillings {
 public:
  Fillings(const Weights& weights, const Grid& puzzle, std::uint64_t max_grids,
           const StopFlag& stop)
      : weights_(weights), grid_(puzzle), max_grids_(max_grids), stop_(stop) {}

  Answer run() {
    if (!masks_.place_clues(grid_)) return {.status = Status::kUnsolvable};
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_[cell] == 0) {
        blanks_[blank_count_++] = cell;
      } else {
        score_ += std::int64_t{weights_[cell]} * grid_[cell];
      }
    }
    search(blank_count_);
    const bool stopped = is_stopped(stop_);
    if (!found_) return {.status = stopped ? Status::kUnknown : Status::kUnsolvable};
    answer_.status = stopped ? Status::kUnproven : Status::kProven;
    answer_.grids_complete = !stopped;
    answer_.bound = stopped ? highest_conceivable() : answer_.score;
    return std::move(answer_);
  }

 private:
  void search(std::size_t open) {
    ++answer_.nodes;
    if (open == 0) return keep();
    const std::size_t best = masks_.tightest(std::span(blanks_).first(open)).place;
    std::swap(blanks_[best], blanks_[open - 1]);
    const int cell = blanks_[open - 1];
    for (DigitMask rest = masks_.candidates(cell); rest != 0; rest &= rest - 1) {
      if (is_stopped(stop_)) break;
      const DigitMask digit = rest & (0U - rest);
      const int value = std::countr_zero(digit) + 1;
      masks_.flip(cell, digit);
      grid_[cell] = static_cast<std::uint8_t>(value);
      score_ += std::int64_t{weights_[cell]} * value;
      search(open - 1);
      score_ -= std::int64_t{weights_[cell]} * value;
      masks_.flip(cell, digit);
    }
    grid_[cell] = 0;
    std::swap(blanks_[best], blanks_[open - 1]);
  }

  // Keeps the smallest grids of the best score, in order.
  void keep() {
    if (found_ && score_ < answer_.score) return;
    if (!found_ || score_ > answer_.score) answer_.grids.clear();
    found_ = true;
    answer_.score = score_;
    std::vector<Grid>& grids = answer_.grids;
    const auto place =
        std::upper_bound(grids.begin(), grids.end(), grid_,
                         [](const Grid& a, const Grid& b) { return a.digits < b.digits; });
    if (static_cast<std::uint64_t>(place - grids.begin()) >= max_grids_) return;
    grids.insert(place, grid_);
    if (grids.size() > max_grids_) grids.pop_back();
  }

  std::int64_t highest_conceivable() const {
    std::int64_t sum = 0;
    for (const std::int32_t weight : weights_.cells) {
      sum += std::int64_t{weight} * (weight > 0 ? 9 : 1);
    }
    return sum;
  }

  const Weights& weights_;
  Grid grid_;
  const std::uint64_t max_grids_;
  const StopFlag& stop_;
  sudoku::UnitMasks masks_;
  std::array<int, kCells> blanks_{};
  std::size_t blank_count_ = 0;
  std::int64_t score_ = 0;
  bool found_ = false;
  Answer answer_;
};

}  // namespace

Answer solve_exhaustively(const Weights& weights, const Grid& puzzle, std::uint64_t max_grids,
                          const StopFlag& stop) {
  return Fillings(weights, puzzle, max_grids, stop).run();
}

}  // namespace puzzled::target
