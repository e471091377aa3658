// The multipliers of the template bound are found by the subgradient method: the multiplier of a
// cell rises if the best templates cover it too often, and falls if they leave it uncovered. The
// step length is Polyak's (the distance from the bound to the score aimed at, over the squared
// length of the subgradient), the direction keeps 5/8 of the one before (Camerini, Fratta, Maffioli
// 1975).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/target_sudoku/problem.hpp"

namespace puzzled::target {

struct StepRule {
  int max_steps = 0;
  double pace = 1;   ///< the first steps, in Polyak's length
  int patience = 8;  ///< after so many steps without a lower bound, the pace falls by 0.6
  bool returns_to_best = false;  ///< to the best multipliers, whenever the pace falls
};

/// Evaluates the bound at the current multipliers. Returns the scaled score that the next step aims
/// at; nothing to end at once.
using EvaluateStep = std::function<std::optional<std::int64_t>(int step)>;

/// Lowers the bound: `evaluate` leaves it, with the cells that best templates use, in `evaluation`.
/// Ends after max_steps, when the pace is spent or when best templates cover every cell once; then
/// leaves the best multipliers behind, evaluated. Returns false if `evaluate` ended it.
bool minimise_bound(const Problem& problem, const StepRule& rule, bound::CellNumbers& multipliers,
                    const bound::Evaluation& evaluation, const EvaluateStep& evaluate);

}  // namespace puzzled::target
