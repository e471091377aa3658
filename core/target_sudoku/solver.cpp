#include "core/target_sudoku/solver.hpp"

#include "core/sudoku/conflict.hpp"

namespace puzzled::target {

Solver::Solver(const Weights& weights, Direction direction, std::string_view engine,
               std::string_view isa)
    : problem_(make_problem(direction == Direction::kMaximize ? weights : negated(weights), isa)),
      direction_(direction),
      is_exhaustive_(engine == "exhaustive") {
  if (!is_exhaustive_) prepare_for_bound(problem_);
}

Answer Solver::solve(const Grid& puzzle, std::uint64_t max_grids, Executor& executor,
                     const StopFlag& stop) const {
  // The rules see two equal clues in a unit late, and engines may search for long before.
  if (sudoku::find_conflict(puzzle)) return {.status = Status::kUnsolvable};
  Answer answer = is_exhaustive_ ? solve_exhaustively(problem_.weights, puzzle, max_grids, stop)
                                 : solve_by_bound(problem_, puzzle, max_grids, executor, stop);
  if (direction_ == Direction::kMinimize) {
    answer.score = -answer.score;
    answer.bound = -answer.bound;
  }
  return answer;
}

}  // namespace puzzled::target
