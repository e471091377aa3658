#include "core/target_sudoku/solver.hpp"

#include "core/sudoku/conflict.hpp"
#include "core/target_sudoku/bound_engine.hpp"
#include "core/target_sudoku/exhaustive_engine.hpp"

namespace puzzled::target {

Solver::Solver(const Weights& weights, Direction direction, std::string_view engine,
               std::string_view isa)
    : problem_(std::make_unique<const Problem>(
          direction == Direction::kMaximize ? weights : negated(weights), isa,
          engine == kEngineNames[0])),
      direction_(direction),
      engine_(engine) {}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Answer Solver::solve(const Grid& puzzle, std::uint64_t most_grids, Executor& executor,
                     const StopFlag& stop) const {
  // The band engine's rules see two equal clues in a unit late, and may search for long before.
  if (sudoku::find_conflict(puzzle)) return {.status = Status::kUnsolvable};
  const auto engine = engine_ == "exhaustive" ? solve_exhaustively : solve_by_bound;
  Answer answer = engine(*problem_, puzzle, most_grids, executor, stop);
  if (direction_ == Direction::kMinimize) {
    answer.score = -answer.score;
    answer.bound = -answer.bound;
  }
  return answer;
}

}  // namespace puzzled::target
