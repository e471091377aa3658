// Sudoku: solving and counting.
#include <algorithm>

#include "core/api/bulk_solver.hpp"
#include "core/api/grid_access.hpp"
#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/engines.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

// The batch solver walks the same tree, but a single puzzle does not fill its batch.
Answer solve(const Grid& puzzle, const SolveOptions& options) {
  const sudoku::Solutions found = sudoku::solve_band(GridAccess::inner(puzzle), limits_of(options));
  return {.status = status_of(found.count, found.timed_out, options),
          .solution = GridAccess::outer(found.first)};
}

std::vector<Answer> solve_all(std::span<const Grid> puzzles, const SolveOptions& options) {
  std::vector<Answer> answers(puzzles.size());
  BulkSolver solver(options);
  for (std::size_t begin = 0; begin < puzzles.size(); begin += BulkSolver::kMaxPuzzles) {
    const std::size_t size = std::min(BulkSolver::kMaxPuzzles, puzzles.size() - begin);
    solver.solve(puzzles.subspan(begin, size), std::span(answers).subspan(begin, size));
  }
  return answers;
}

SolutionCount count_solutions(const Grid& puzzle, std::uint64_t limit,
                              std::chrono::nanoseconds time_limit) {
  const sudoku::Solutions found = sudoku::all_engines().front().solve(
      GridAccess::inner(puzzle), {.solutions = limit, .time = time_limit});
  return {.count = found.count, .timed_out = found.timed_out};
}

std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit) {
  std::vector<Grid> grids;
  if (limit == 0) return grids;
  for (const sudoku::Grid& grid : sudoku::list_solutions(GridAccess::inner(puzzle), limit)) {
    grids.push_back(GridAccess::outer(grid));
  }
  return grids;
}

}  // namespace puzzled
