// Solves one puzzle with an engine of puzzled::core, on the threads of puzzled::parallel.
#include <cstdio>
#include <string_view>

#include "core/sudoku/engines.hpp"
#include "parallel/workers.hpp"

namespace {

using puzzled::sudoku::Grid;

constexpr std::string_view kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
constexpr std::string_view kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

Grid grid_of(std::string_view text) {
  Grid grid;
  for (int cell = 0; cell < puzzled::sudoku::kCells; ++cell) {
    const char mark = text[static_cast<std::size_t>(cell)];
    if (mark != '.') grid[cell] = static_cast<std::uint8_t>(mark - '0');
  }
  return grid;
}

}  // namespace

int main() {
  const puzzled::sudoku::Engine* engine = puzzled::sudoku::find_engine("band");
  if (engine == nullptr) {
    std::puts("no engine of that name");
    return 1;
  }

  puzzled::sudoku::Solutions found;
  puzzled::parallel::Workers workers(2);
  workers.run([&] { found = engine->solve(grid_of(kPuzzle), {.solutions = 2}); });

  const bool right = found.count == 1 && found.first == grid_of(kSolution);
  std::puts(right ? "solved" : "wrong answer");
  return right ? 0 : 1;
}
