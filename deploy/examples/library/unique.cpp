// Reads puzzles, 81 characters a line, and prints those that have exactly one solution.
#include <cstddef>
#include <iostream>
#include <puzzled/sudoku.hpp>
#include <string>
#include <vector>

int main() {
  std::vector<std::string> lines;
  std::vector<puzzled::Grid> puzzles;
  for (std::string line; std::getline(std::cin, line);) {
    const puzzled::Result<puzzled::Grid> puzzle = puzzled::Grid::parse(line);
    if (!puzzle) {
      std::cerr << puzzle.error().message << '\n';
      continue;
    }
    lines.push_back(line);
    puzzles.push_back(*puzzle);
  }

  // Hundreds of puzzles are solved at once, so give it many.
  const std::vector<puzzled::Answer> answers = puzzled::solve_all(puzzles);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (answers[i].status == puzzled::Answer::Status::kUnique) std::cout << lines[i] << '\n';
  }
}
