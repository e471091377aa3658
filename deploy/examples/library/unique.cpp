// Reads puzzles, 81 characters a line, and prints those that have exactly one solution.
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "core/sudoku/engines.hpp"
#include "core/sudoku/text/cells.hpp"

int main() {
  using namespace puzzled::sudoku;
  std::vector<std::string> lines;
  std::vector<Grid> puzzles;
  for (std::string line; std::getline(std::cin, line);) {
    Grid puzzle;
    if (read_cells(line, puzzle) != kCells) continue;
    lines.push_back(line);
    puzzles.push_back(puzzle);
  }

  // The first engine is the default. It solves hundreds of puzzles at once, so give it many.
  const std::unique_ptr<Solver> solver = all_engines().front().make_solver({});
  std::vector<Solutions> found(puzzles.size());
  solver->solve(puzzles, {.solutions = 2}, found);

  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (found[i].count == 1) std::cout << lines[i] << '\n';
  }
}
