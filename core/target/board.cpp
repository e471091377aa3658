#include "core/target/board.hpp"

#include <vector>

#include "core/sudoku/band_choice.hpp"

namespace puzzled::target {

std::optional<Grid> find_solution(BandBoard board) {
  std::vector<BandBoard> waiting;
  for (;;) {
    sudoku::Packed rows;
    sudoku::Packed columns;
    const BandOutcome outcome = sudoku::propagate(board, rows, columns);
    if (outcome == BandOutcome::kSolved) return grid_of(board);
    if (outcome == BandOutcome::kOpen) {
      waiting.push_back(sudoku::split(board, rows, columns));
      continue;
    }
    if (waiting.empty()) return std::nullopt;
    board = waiting.back();
    waiting.pop_back();
  }
}

}  // namespace puzzled::target
