// The template bound of one board: its last evaluation, the candidates that it rules out, and the
// multipliers that lower it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/target_sudoku/problem.hpp"

namespace puzzled::target {

/// Keeps the last evaluation for later queries. For one thread.
class BoardBound {
 public:
  explicit BoardBound(const Problem& problem) : problem_(problem) {}

  /// Evaluates the bound at the multipliers. Returns whether it reaches `threshold`, a scaled
  /// score; if not, only the bound itself is valid.
  bool evaluate(const BandBoard& board, const bound::CellNumbers& multipliers,
                std::int64_t threshold);

  /// Removes the candidates whose best template misses the threshold (reduced-cost fixing), then
  /// applies the rules. REQUIRES: `board` is the one just evaluated, and reached the threshold.
  BandOutcome fix_by_reduced_cost(BandBoard& board) const;

  const bound::Evaluation& evaluation() const { return evaluation_; }
  std::int64_t bound() const { return evaluation_.bound; }

  /// By how much the bound falls when the digit (from 0) takes the cell, scaled.
  std::int32_t loss(int cell, int digit) const {
    const int lane = 9 * (cell / 27) + digit;
    return evaluation_.best[lane] - evaluation_.marginal[cell % 27][lane];
  }

 private:
  const Problem& problem_;
  bound::Words candidates_;
  bound::Evaluation evaluation_;
};

/// Writes the board's candidates as the kernel takes them. (In place: a copy of words just written
/// would have to wait for them.)
void set_words(bound::Words& words, const BandBoard& board);

struct StepRule {
  int max_steps = 0;
  double pace = 1;   ///< the first steps, in Polyak's length
  int patience = 8;  ///< after so many steps without a lower bound, the pace falls by 0.6
  bool returns_to_best = false;  ///< to the best multipliers, whenever the pace falls
};

/// Evaluates the bound at the current multipliers. Returns the scaled score that the next step aims
/// at; nothing to end at once.
using EvaluateStep = std::function<std::optional<std::int64_t>(int step)>;

/// Lowers the bound by the subgradient method: the multiplier of a cell rises if the best templates
/// cover it too often, and falls if they leave it uncovered. The step length is Polyak's (the
/// distance from the bound to the score aimed at, over the squared length of the subgradient), the
/// direction keeps 5/8 of the one before (Camerini, Fratta, Maffioli 1975). `evaluate` leaves the
/// bound, with the cells that best templates use, in `evaluation`. Ends after max_steps, when the
/// pace is spent or when best templates cover every cell once; then leaves the best multipliers
/// behind, evaluated. Returns false if `evaluate` ended it.
bool minimise_bound(const Problem& problem, const StepRule& rule, bound::CellNumbers& multipliers,
                    const bound::Evaluation& evaluation, const EvaluateStep& evaluate);

}  // namespace puzzled::target
