// Sudoku: solving and counting.
#include <algorithm>
#include <cstdint>
#include <string>

#include "core/api/bulk_solver.hpp"
#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/band_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

std::string to_string(Answer::Status status) {
  using Status = Answer::Status;
  switch (status) {
    case Status::kUnsolvable:
      return "unsolvable";
    case Status::kUnique:
      return "unique";
    case Status::kMultiple:
      return "multiple";
    case Status::kSolved:
      return "solved";
    case Status::kTimeout:
      return "timeout";
  }
  return "";
}

// The batch solver walks the same tree, but a single puzzle does not fill its batch: only one that
// takes long does, since all lanes share its search.
Answer solve(const Grid& puzzle, const SolveOptions& options) {
  const sudoku::Grid grid{puzzle.digits()};
  const SearchLimits limits = limits_of(options);
  constexpr std::uint64_t kMaxBranches = sudoku::BandSolver::kMaxBranches;
  sudoku::Solutions found =
      sudoku::solve_band(grid, limits, *sudoku::rules::find_kernel({}), kMaxBranches);
  if (found.timed_out && found.branches >= kMaxBranches) {
    found = sudoku::all_engines().front().solve(grid, limits);
  }
  return {.status = status_of(found.count, found.timed_out, options),
          .solution = Grid::unchecked(found.first.digits)};
}

std::vector<Answer> solve_all(std::span<const Grid> puzzles, const SolveOptions& options) {
  std::vector<Answer> answers(puzzles.size());
  BulkSolver solver;
  for (std::size_t begin = 0; begin < puzzles.size(); begin += BulkSolver::kMaxAnswers) {
    const std::size_t size = std::min(BulkSolver::kMaxAnswers, puzzles.size() - begin);
    solver.answer(puzzles.subspan(begin, size), options, limits_of(options),
                  std::span(answers).subspan(begin, size));
  }
  return answers;
}

SolutionCount count_solutions(const Grid& puzzle, std::uint64_t limit,
                              std::chrono::nanoseconds time_limit) {
  const sudoku::Solutions found = sudoku::all_engines().front().solve(
      sudoku::Grid{puzzle.digits()}, {.solutions = limit, .time = time_limit});
  return {.count = found.count, .timed_out = found.timed_out};
}

std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit) {
  std::vector<Grid> grids;
  if (limit == 0) return grids;
  for (const sudoku::Grid& grid : sudoku::list_solutions(sudoku::Grid{puzzle.digits()}, limit)) {
    grids.push_back(Grid::unchecked(grid.digits));
  }
  return grids;
}

}  // namespace puzzled
