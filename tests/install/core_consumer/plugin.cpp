// Solves the same puzzle often enough to fill a batch, with every kernel that the processor has.
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/simd/levels.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/puzzle_text.hpp"

using puzzled::sudoku::Grid;
using puzzled::sudoku::Solutions;

bool every_kernel_solves(const char* puzzle, const char* solution) {
  Grid question;
  Grid answer;
  if (!puzzled::sudoku::read_cells(puzzle, question)) return false;
  if (!puzzled::sudoku::read_cells(solution, answer)) return false;
  const std::vector<Grid> puzzles(1000, question);
  return std::ranges::all_of(puzzled::simd::kIsaNames, [&](std::string_view isa) {
    if (!puzzled::simd::has_isa(isa)) return true;
    std::vector<Solutions> results(puzzles.size());
    puzzled::sudoku::BatchSolver(isa).solve(puzzles, {.solutions = 2}, results);
    return std::ranges::all_of(
        results, [&](const Solutions& found) { return found.count == 1 && found.first == answer; });
  });
}
