// Solves the same puzzle often enough to fill a batch.
#include <algorithm>
#include <puzzled/sudoku.hpp>
#include <vector>

bool solves(const char* puzzle, const char* solution) {
  const auto question = puzzled::Grid::parse(puzzle);
  const auto answer = puzzled::Grid::parse(solution);
  if (!question || !answer) return false;
  const std::vector<puzzled::Grid> puzzles(1000, *question);
  const puzzled::Answer expected{puzzled::Answer::Status::kUnique, *answer};
  return std::ranges::all_of(puzzled::solve_all(puzzles),
                             [&](const puzzled::Answer& found) { return found == expected; });
}
