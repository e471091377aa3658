#include "core/api/target_solver.hpp"

#include <string>

#include "core/sudoku/conflict.hpp"

namespace puzzled {

static_assert(kMaxWeight == target::kMaxWeight);
static_assert(kTargetWeights == target::kTargetWeights.cells);

Result<> check_weights(const Weights& weights) {
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    if (weights[cell] >= -kMaxWeight && weights[cell] <= kMaxWeight) continue;
    return Error{"the weight of " + sudoku::name_of_cell(static_cast<int>(cell)) +
                 " must be from " + std::to_string(-kMaxWeight) + " to " +
                 std::to_string(kMaxWeight) + " (got " + std::to_string(weights[cell]) + ')'};
  }
  return {};
}

target::Solver target_solver(const Weights& weights, Goal goal) {
  return target::Solver({weights}, goal == Goal::kMaximize ? target::Direction::kMaximize
                                                           : target::Direction::kMinimize);
}

BestScore best_score_by(const target::Solver& solver, const Grid& puzzle,
                        target::Executor& executor, const StopFlag& stop) {
  const target::Answer answer = solver.solve(sudoku::Grid{puzzle.digits()}, 1, executor, stop);
  BestScore best{.score = answer.score, .bound = answer.bound};
  switch (answer.status) {
    case target::Status::kProven:
      best.status = BestStatus::kProven;
      break;
    case target::Status::kUnproven:
      best.status = BestStatus::kUnproven;
      break;
    case target::Status::kUnknown:
      best.status = BestStatus::kUnknown;
      break;
    case target::Status::kUnsolvable:
      best.status = BestStatus::kUnsolvable;
      break;
  }
  if (!answer.grids.empty()) best.grid = Grid::unchecked(answer.grids.front().digits);
  return best;
}

}  // namespace puzzled
