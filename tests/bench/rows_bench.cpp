// What the engine alone takes: solves the puzzles of a file, cells in memory to lines in memory, on
// one thread, in blocks as large as `puzzled solve` has them. python_bench.py holds the Python
// module against it.
//
//   rows_bench ROUNDS FILE     prints the CPU seconds of each round, a line each; FILE holds lines
//   of
//                              81 cells
#include <ctime>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/text/cells.hpp"

namespace {

using namespace puzzled::sudoku;

constexpr std::size_t kBlock = 16384;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Grid> read_puzzles(const char* name) {
  std::vector<Grid> puzzles;
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);) {
    Grid puzzle;
    if (read_cells(line, puzzle) == kCells) puzzles.push_back(puzzle);
  }
  return puzzles;
}

/// Solves blocks as large as `puzzled solve` has them.
class Engine {
 public:
  template <class LinesAt>
  void solve(std::span<const Grid> puzzles, LinesAt lines_at) {
    for (std::size_t begin = 0; begin < puzzles.size(); begin += kBlock) {
      cells_.clear();
      for (const Grid& puzzle : puzzles.subspan(begin, std::min(kBlock, puzzles.size() - begin))) {
        cells_.push_back(puzzle.digits.data());
      }
      solver_.solve_cells(cells_, {.solutions = 1}, lines_at(begin), kLineBytes);
    }
  }

 private:
  BatchSolver solver_;
  std::vector<const std::uint8_t*> cells_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: rows_bench ROUNDS FILE\n", stderr);
    return 2;
  }
  const std::vector<Grid> puzzles = read_puzzles(argv[2]);
  Engine engine;
  std::vector<char> block(kBlock * kLineBytes);
  for (int round = std::atoi(argv[1]); round > 0; --round) {
    const double start = cpu_seconds();
    engine.solve(puzzles, [&](std::size_t) { return block.data(); });
    const double overwritten = cpu_seconds() - start;
    {
      const std::unique_ptr<char[]> kept(new char[puzzles.size() * kLineBytes]);
      engine.solve(puzzles, [&](std::size_t begin) { return kept.get() + begin * kLineBytes; });
    }
    std::printf("%.6f %.6f\n", overwritten, cpu_seconds() - start - overwritten);
  }
}
