// Writes target Sudoku as an integer program in the LP format that CBC, GLPK and HiGHS read: 729
// variables, 324 equations. The board is empty unless given.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "core/target_sudoku/weights.hpp"

using namespace puzzled::target;

namespace {

void print_sum(const char* name, int number, int digit, int (*cell_of)(int, int)) {
  std::printf(" %s%d_%d:", name, number, digit);
  for (int i = 0; i < 9; ++i) std::printf(" + x%d_%d", cell_of(number, i), digit);
  std::printf(" = 1\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fputs("usage: target_model WEIGHTS [BOARD OF 81 CHARACTERS]\n", stderr);
    return 2;
  }
  std::ifstream file(argv[1]);
  const auto weights = parse_weights(
      std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
  if (!weights) {
    std::fprintf(stderr, "%s: %s\n", argv[1], weights.error().message.c_str());
    return 2;
  }
  std::printf("Maximize\n score:");
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      const int value = (*weights)[cell] * digit;
      std::printf(" %c %d x%d_%d%s", value < 0 ? '-' : '+', std::abs(value), cell, digit,
                  digit == 9 ? "\n" : "");
    }
  }
  std::printf("Subject To\n");
  for (int cell = 0; cell < kCells; ++cell) {
    std::printf(" cell%d:", cell);
    for (int digit = 1; digit <= 9; ++digit) std::printf(" + x%d_%d", cell, digit);
    std::printf(" = 1\n");
  }
  for (int unit = 0; unit < 9; ++unit) {
    for (int digit = 1; digit <= 9; ++digit) {
      print_sum("row", unit, digit, [](int row, int i) { return 9 * row + i; });
      print_sum("column", unit, digit, [](int column, int i) { return 9 * i + column; });
      print_sum("box", unit, digit,
                [](int box, int i) { return box / 3 * 27 + i / 3 * 9 + box % 3 * 3 + i % 3; });
    }
  }
  const std::string board = argc == 3 ? argv[2] : "";
  for (std::size_t cell = 0; cell < board.size() && cell < 81; ++cell) {
    if (board[cell] < '1' || board[cell] > '9') continue;
    std::printf(" clue%zu: x%zu_%c = 1\n", cell, cell, board[cell]);
  }
  std::printf("Binary\n");
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) std::printf(" x%d_%d", cell, digit);
    std::printf("\n");
  }
  std::printf("End\n");
}
