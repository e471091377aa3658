#include "core/target_sudoku/subgradient.hpp"

#include <limits>

namespace puzzled::target {

bool minimise_bound(const Problem& problem, const StepRule& rule, bound::CellNumbers& multipliers,
                    const bound::Evaluation& evaluation, const EvaluateStep& evaluate) {
  constexpr double kMinPace = 0.02;
  constexpr double kSlowDown = 0.6;
  // A step aims a little beyond its goal, so that its length does not vanish there.
  const double beyond = 0.25 * problem.scale.least_difference();
  bound::CellNumbers direction;
  bound::CellNumbers best_multipliers = multipliers;
  std::int64_t best_bound = std::numeric_limits<std::int64_t>::max();
  double pace = rule.pace;
  int stale = 0;
  for (int step = 0;; ++step) {
    const std::optional<std::int64_t> goal = evaluate(step);
    if (!goal) return false;
    if (evaluation.bound < best_bound) {
      stale = 0;
      best_bound = evaluation.bound;
      best_multipliers = multipliers;
    } else if (++stale == rule.patience) {
      stale = 0;
      pace *= kSlowDown;
      if (pace < kMinPace) break;
      if (rule.returns_to_best) multipliers = best_multipliers;
    }
    if (step >= rule.max_steps) break;
    const std::uint32_t squares = problem.kernel->subgradient(evaluation.chosen, direction);
    if (squares == 0) break;
    const double gap = static_cast<double>(evaluation.bound - *goal) + beyond;
    const double factor = pace * gap * bound::kOneCell / static_cast<double>(squares);
    problem.kernel->step(direction, static_cast<float>(factor), problem.lowest_multipliers,
                         problem.highest_multipliers, multipliers);
  }
  if (evaluation.bound == best_bound) return true;
  multipliers = best_multipliers;
  return evaluate(rule.max_steps).has_value();
}

}  // namespace puzzled::target
