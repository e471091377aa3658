// Reads a puzzle and says what it is: sudoku [PUZZLE]
#include <array>
#include <cstdint>
#include <iostream>
#include <puzzled/sudoku.hpp>

int main(int argc, char** argv) {
  const char* const text =
      argc > 1
          ? argv[1]
          : "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  puzzled::Result<puzzled::Grid> puzzle = puzzled::Grid::parse(text);
  if (!puzzle) {
    std::cerr << puzzle.error().message << '\n';
    return 2;
  }

  const puzzled::Answer answer = puzzled::solve(*puzzle);
  if (answer.status == puzzled::Answer::Status::kUnique) {
    std::cout << "one solution:\n" << to_string(answer.solution) << '\n';
    std::cout << "its centre: " << answer.solution.at(4, 4) << '\n';
  }

  // Without its first two clues it has more solutions.
  if (!puzzle->set(0, 0, 0) || !puzzle->set(0, 1, 0)) return 2;
  const puzzled::SolutionCount count = puzzled::count_solutions(*puzzle, 1000);
  std::cout << "without r1c1 and r1c2: " << count.count << " solutions\n";
  for (const puzzled::Grid& grid : puzzled::list_solutions(*puzzle, 2)) {
    std::cout << to_string(grid) << '\n';
  }

  // Clues that contradict each other.
  if (!puzzle->set(0, 0, 7)) return 2;
  if (const puzzled::Result<> checked = puzzled::check_clues(*puzzle); !checked) {
    std::cout << checked.error().message << '\n';
  }

  // Grids from numbers, and back.
  std::array<std::uint8_t, 81> digits{};
  digits[80] = 9;
  if (const auto made = puzzled::Grid::from_digits(digits)) {
    std::cout << "the last cell is " << int{made->digits()[80]} << '\n';
  }
  digits[80] = 10;
  if (const auto refused = puzzled::Grid::from_digits(digits); !refused) {
    std::cout << refused.error().message << '\n';
  }
}
