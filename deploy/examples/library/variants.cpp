// Makes a killer Sudoku of 6x6 cells, proves that it has one solution, and reads a board with rules
// from a line: variants
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <puzzled/variants.hpp>
#include <vector>

using namespace puzzled::variants;

int main() {
  Puzzle puzzle = plain_puzzle(6);
  puzzle.rules.push_back({.kind = RuleKind::kFallingDiagonal});
  puzzle.rules.push_back({.kind = RuleKind::kCage,
                          .cells = {puzzle.cell(0, 0), puzzle.cell(0, 1), puzzle.cell(1, 0)},
                          .numbers = {6}});
  puzzle.rules.push_back({.kind = RuleKind::kThermo,
                          .cells = {puzzle.cell(5, 0), puzzle.cell(4, 1), puzzle.cell(3, 2)}});

  // A solver keeps what it made ready: boards that differ in their clues alone are fast.
  Solver solver;
  const CountEstimate estimate = solver.estimate(puzzle).value();
  std::cout << estimate.solutions << " solutions without clues\n";

  // Clues are added from a solution until no other is left.
  const std::vector<std::uint8_t> solution = solver.list(puzzle, 1).value().front();
  int clues = 0;
  for (Cell cell = 0; solver.solve(puzzle, 2).value().count > 1; cell += 5) {
    cell %= 36;
    puzzle.allowed[cell] = set_of(solution[cell]);
    ++clues;
  }
  std::cout << clues << " clues make it unique: " << to_constraint_string(puzzle).value() << '\n';

  // What a cell may hold in any solution, as setters colour it.
  const auto board = parse(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R3C1~R2C1~R4C1");
  if (!board) {
    std::cerr << board.error().message << '\n';
    return 2;
  }
  const TrueCandidates candidates = solver.true_candidates(*board, 100).value();
  for (int value = 1; value <= 4; ++value) {
    std::cout << candidates.count(0, value) << " solutions with " << value << " in r1c1\n";
  }

  const auto wrong = parse(".Shape~4x4.Sausage~R1C1~R1C2");
  std::cout << wrong.error().message << '\n';
}
