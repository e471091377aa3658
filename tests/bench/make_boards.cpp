// Prints boards of a class, a line each, for programs that are measured on them.
//
//   make_boards CLASS COUNT [SEED]
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "core/sudoku/text/answer_text.hpp"
#include "tests/bench/board_classes.hpp"

using namespace puzzled;

int main(int argc, char** argv) {
  std::optional<std::vector<sudoku::Grid>> boards;
  if (argc == 3 || argc == 4) {
    const std::uint64_t seed = argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 1;
    boards = bench::make_boards(argv[1], std::strtoull(argv[2], nullptr, 10), seed);
  }
  if (!boards) {
    std::fprintf(stderr, "usage: make_boards CLASS COUNT [SEED]\nclasses:\n%s",
                 bench::kBoardClasses);
    return 2;
  }
  std::string text;
  for (const sudoku::Grid& board : *boards) {
    sudoku::append_cells(text, board);
    text += '\n';
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}
