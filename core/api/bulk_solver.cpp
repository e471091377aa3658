#include "core/api/bulk_solver.hpp"

#include "core/api/grid_access.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled {

Answer::Status status_of(std::uint64_t solutions, bool timed_out, const SolveOptions& options) {
  using Status = Answer::Status;
  if (timed_out) return Status::kTimeout;
  if (solutions == 0) return Status::kUnsolvable;
  if (!options.check_unique) return Status::kSolved;
  return solutions == 1 ? Status::kUnique : Status::kMultiple;
}

SearchLimits limits_of(const SolveOptions& options) {
  return {.solutions = options.check_unique ? 2U : 1U, .time = options.time_limit};
}

void BulkSolver::solve(std::span<const Grid> puzzles, std::span<Answer> answers) {
  cells_.clear();
  for (const Grid& puzzle : puzzles) cells_.push_back(puzzle.digits().data());
  lines_.resize(puzzles.size() * sudoku::kLineBytes);
  const auto found =
      solver_.solve_cells(cells_, limits_of(options_), lines_.data(), sudoku::kLineBytes);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    answers[i] = {.status = status_of(found.counts[i], false, options_)};
    if (found.counts[i] == 0) continue;
    const auto* const line = reinterpret_cast<const std::uint8_t*>(&lines_[i * sudoku::kLineBytes]);
    answers[i].solution = GridAccess::outer(sudoku::grid_of(line));
  }
  for (const std::uint32_t i : found.timed_out) answers[i].status = Answer::Status::kTimeout;
}

}  // namespace puzzled
