// Weights made ready for the bounds: reduced, scaled to fixed point, and which build of the kernels
// to use. Plain data, prepared once, then shared read-only by any number of boards and threads.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/kernel.hpp"
#include "core/target_sudoku/layer_bound.hpp"
#include "core/target_sudoku/symmetry.hpp"
#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// Scores as the template bound counts them: score = offset + step * scaled score / 2^shift. The
/// step divides all reduced weights, so scores differ by multiples of it. Weights that are too
/// large for 32 bits have a negative shift; then scaled scores are rounded up.
struct Scale {
  std::int64_t step = 1;
  int shift = 0;
  std::int64_t offset = 0;  ///< the score of a grid of fives

  /// A grid whose score is at least `score` has at least this scaled score.
  std::int64_t scaled(std::int64_t score) const {
    const std::int64_t steps = -floor_of(offset - score, step);
    return shift >= 0 ? steps * (std::int64_t{1} << shift) : steps >> -shift;
  }

  /// No grid whose scaled score is at most `scaled_score` has a higher score.
  std::int64_t highest_score(std::int64_t scaled_score) const {
    return offset +
           step * (shift >= 0 ? scaled_score >> shift : scaled_score * (std::int64_t{1} << -shift));
  }

  /// The same two for any integer, not for multiples of the step alone: for the reader of a
  /// certificate, who knows no step.
  std::int64_t scaled_integer(std::int64_t number) const {
    return floor_of((number - offset) * per_score(), in_units(1));
  }
  std::int64_t highest_integer(std::int64_t scaled_score) const {
    return offset + floor_of(scaled_score * in_units(1), per_score());
  }

  /// The least difference of two scores, scaled; at least 1.
  double least_difference() const { return static_cast<double>(per_score()); }

  /// A scaled score `s` stands for the score offset + in_units(s) / per_score().
  std::int64_t per_score() const { return shift >= 0 ? std::int64_t{1} << shift : 1; }
  std::int64_t in_units(std::int64_t scaled_score) const {
    return step * (shift >= 0 ? scaled_score : scaled_score * (std::int64_t{1} << -shift));
  }

  /// Whether scaled scores are exact, that is, not rounded up.
  bool is_exact() const { return shift >= 0; }

  /// Whether weights are so large (some 10 000 and more) that multipliers, which are integers, can
  /// hardly tell small ones apart, even if scores are exact.
  bool is_coarse() const { return shift < 4; }

 private:
  static std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
    return number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor);
  }
};

struct Problem {
  Weights weights;
  Reduction reduction;
  Scale scale;
  const bound::Kernel* kernel;
  const sudoku::rules::Kernel* rules;
  LayerBound layers;
  bound::Gains gains;                                ///< of the reduced weights, scaled
  bound::CellNumbers lowest_multipliers;             ///< multipliers stay within these, so that
  bound::CellNumbers highest_multipliers;            ///< no sum in the kernel overflows
  std::array<std::uint32_t, 3> cells_that_matter{};  ///< per band: reduced weight not zero
  /// What the bound engine adds (prepare_for_bound()); other engines do without.
  bound::CellNumbers start_multipliers;  ///< good ones for the empty board
  Symmetries symmetries;                 ///< at first the identity alone
};

/// For maximising. REQUIRES: |weight| <= kMaxWeight for all; simd::has_isa(isa), or `isa` is
/// empty, for the best there is.
Problem make_problem(const Weights& weights, std::string_view isa);

/// Whether every cell whose reduced weight is not zero has its digit: then all solutions of the
/// board have this score.
bool is_settled(const Problem& problem, const BandBoard& board);
std::int64_t settled_score(const Problem& problem, const BandBoard& board);

}  // namespace puzzled::target
