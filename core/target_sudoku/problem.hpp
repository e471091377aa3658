// Weights made ready for the bound: reduced, scaled to fixed point, with their symmetries and with
// multipliers to start from; and which build of the kernels to use. Prepared once, then shared by
// any number of boards and threads.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/kernel.hpp"
#include "core/target_sudoku/layer_bound.hpp"
#include "core/target_sudoku/reduction.hpp"
#include "core/target_sudoku/symmetry.hpp"

namespace puzzled::target {

class Problem {
 public:
  /// For maximising. `for_bound` prepares symmetries and multipliers to start from, too: half a
  /// millisecond that other engines need not spend.
  /// REQUIRES: |weight| <= kLargestWeight for all; sudoku::has_isa(isa), or `isa` is empty, for the
  /// best there is.
  Problem(const Weights& weights, std::string_view isa, bool for_bound = true);

  const bound::Kernel& kernel() const { return *kernel_; }
  const sudoku::rules::Kernel& rules() const { return *rules_; }
  const Weights& weights() const { return weights_; }
  const Reduction& reduction() const { return reduction_; }
  const LayerBound& layers() const { return layers_; }
  const bound::Gains& gains() const { return gains_; }
  const bound::CellNumbers& lowest_multipliers() const { return lowest_; }
  const bound::CellNumbers& highest_multipliers() const { return highest_; }
  /// Good ones for the empty board, to start from with any.
  const bound::CellNumbers& start_multipliers() const { return start_; }
  const std::vector<Rearrangement>& symmetries() const { return symmetries_; }

  /// Whether every cell whose reduced weight is not zero has its digit, and the score then.
  bool is_settled(const BandBoard& board) const;
  std::int64_t settled_score(const BandBoard& board) const;

  /// A grid whose score is at least `score` has at least this scaled score.
  std::int64_t scaled(std::int64_t score) const {
    const std::int64_t steps = -floor_of(offset_ - score, step_);
    return shift_ >= 0 ? steps * (std::int64_t{1} << shift_) : steps >> -shift_;
  }

  /// No grid whose scaled score is at most `scaled_score` has a higher score.
  std::int64_t highest_score(std::int64_t scaled_score) const {
    return offset_ + step_ * (shift_ >= 0 ? scaled_score >> shift_
                                          : scaled_score * (std::int64_t{1} << -shift_));
  }

  /// The same two for any whole number, not for scores alone, which differ by more than 1 where all
  /// weights have a common divisor: for a reader who does not know that.
  std::int64_t scaled_number(std::int64_t number) const {
    return floor_of((number - offset_) * scale(), finely(1));
  }
  std::int64_t highest_number(std::int64_t scaled) const {
    return offset_ + floor_of(scaled * finely(1), scale());
  }

  /// The least difference of two scores, scaled; at least 1.
  double unit() const { return shift_ >= 0 ? static_cast<double>(std::int64_t{1} << shift_) : 1.0; }

  /// In the smallest whole numbers: a multiplier `m` stands for finely(m) / scale().
  std::int64_t scale() const { return shift_ >= 0 ? std::int64_t{1} << shift_ : 1; }
  std::int64_t finely(std::int64_t multiplier) const {
    return step_ * (shift_ >= 0 ? multiplier : multiplier * (std::int64_t{1} << -shift_));
  }

  /// Whether scaled scores are exact, that is, not rounded up.
  bool is_exact() const { return shift_ >= 0; }

  /// Whether weights are so large that multipliers, which are whole numbers, can hardly tell small
  /// ones apart, even if scores are exact.
  bool is_coarse() const { return shift_ < kCoarseShift; }

 private:
  // Largest weights of some 10 000 and more.
  static constexpr int kCoarseShift = 4;

  static std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
    return number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor);
  }

  void set_start();

  Weights weights_;
  Reduction reduction_;
  const bound::Kernel* kernel_;
  LayerBound layers_;
  const sudoku::rules::Kernel* rules_;
  std::int64_t step_ = 1;    // divides all reduced weights, so scores differ by multiples of it
  int shift_ = 0;            // one step is 2^shift units of a scaled score
  std::int64_t offset_ = 0;  // score of a grid of fives
  bound::Gains gains_;
  bound::CellNumbers lowest_;
  bound::CellNumbers highest_;
  bound::CellNumbers start_;
  std::array<std::uint32_t, 3> weighty_{};  // cells whose reduced weight is not zero
  std::vector<Rearrangement> symmetries_;
};

}  // namespace puzzled::target
