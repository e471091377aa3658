#include "core/target_sudoku/board_bound.hpp"

#include <cstddef>
#include <limits>

namespace puzzled::target {

void set_words(bound::Words& words, const BandBoard& board) {
  for (int lane = 0; lane < 27; ++lane) {
    words.lane[lane] = board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9];
  }
}

bool BoardBound::evaluate(const BandBoard& board, const bound::CellNumbers& multipliers,
                          std::int64_t threshold) {
  set_words(candidates_, board);
  problem_.kernel->evaluate(problem_.gains, candidates_, multipliers, threshold, evaluation_);
  return evaluation_.bound >= threshold;
}

BandOutcome BoardBound::fix_by_reduced_cost(BandBoard& board) const {
  std::uint32_t removed = 0;
  for (int lane = 0; lane < 27; ++lane) {
    removed |= candidates_.lane[lane] ^ evaluation_.kept.lane[lane];
  }
  if (removed == 0) return BandOutcome::kOpen;
  for (int lane = 0; lane < 27; ++lane) {
    board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9] = evaluation_.kept.lane[lane];
  }
  return problem_.rules->propagate(board);
}

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
