#include "puzzled/target.hpp"
#include "core/api/target_solver.hpp"
#include "core/stop.hpp"

namespace puzzled {

Result<BestScore> best_score(const Grid& puzzle, const Weights& weights, Goal goal,
                             const StopFlag* stop) {
  const Result<std::vector<BestScore>> scores = best_scores({&puzzle, 1}, weights, goal, stop);
  if (!scores) return scores.error();
  return scores->front();
}

Result<std::vector<BestScore>> best_scores(std::span<const Grid> puzzles, const Weights& weights,
                                           Goal goal, const StopFlag* stop) {
  if (const Result<> checked = check_weights(weights); !checked) return checked.error();
  const target::Solver solver = target_solver(weights, goal);
  target::SerialExecutor executor;
  std::vector<BestScore> scores;
  scores.reserve(puzzles.size());
  for (const Grid& puzzle : puzzles) {
    scores.push_back(best_score_by(solver, puzzle, executor, stop != nullptr ? *stop : kNeverStop));
  }
  return scores;
}

}  // namespace puzzled
