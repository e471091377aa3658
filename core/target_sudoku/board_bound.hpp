// The template bound of one board: its last evaluation, and the candidates that it rules out.
#pragma once

#include <cstdint>

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

}  // namespace puzzled::target
