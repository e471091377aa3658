#include "core/api/bulk_solver.hpp"

#include <algorithm>

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

sudoku::Solver::Answers BulkSolver::solve(std::span<const std::uint8_t> cells,
                                          const SearchLimits& limits) {
  cells_.clear();
  for (; !cells.empty(); cells = cells.subspan(Grid::kCells)) cells_.push_back(cells.data());
  lines_.resize(std::max(lines_.size(), cells_.size() * sudoku::kLineBytes));
  return solver_.solve_cells(cells_, limits, lines_.data(), sudoku::kLineBytes);
}

void BulkSolver::answer(std::span<const Grid> puzzles, const SolveOptions& options,
                        const SearchLimits& limits, std::span<Answer> answers) {
  const auto* const cells = reinterpret_cast<const std::uint8_t*>(puzzles.data());
  const auto found = solve({cells, puzzles.size_bytes()}, limits);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    answers[i] = {.status = status_of(found.counts[i], false, options)};
    if (found.counts[i] == 0) continue;
    const auto* const solution = reinterpret_cast<const std::uint8_t*>(line(i));
    answers[i].solution = Grid::unchecked(sudoku::grid_of(solution).digits);
  }
  for (const std::uint32_t i : found.timed_out) answers[i].status = Answer::Status::kTimeout;
}

}  // namespace puzzled
