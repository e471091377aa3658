// Making the tests of a removal of clues one by one, by the band engine.
#pragma once

#include <array>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/clue_removal.hpp"

namespace puzzled::sudoku {

/// Until `tested`, a ClueRemoval or a PuzzleDraft, has no test left.
template <class Tested>
void make_tests(Tested& tested) {
  for (;;) {
    switch (tested.next()) {
      case ClueRemoval::Test::kNone:
        return;
      case ClueRemoval::Test::kCount:
        tested.answer(solve_band(tested.puzzle(), {.solutions = 2}).count == 1);
        break;
      case ClueRemoval::Test::kClue: {
        const batch::Exclusion clue = tested.clue();
        tested.answer(!has_solution_without(tested.puzzle(), clue.cell, clue.digit));
        break;
      }
    }
  }
}

/// Removes clues that are not needed, in that order of cells, until `target` are left or none can
/// be removed: then the puzzle is minimal, for a clue that was needed once stays needed. Returns
/// how many are left. REQUIRES: `solution` is the only one.
inline int remove_clues(Grid& puzzle, const Grid& solution, const std::array<int, kCells>& order,
                        int target = 0) {
  ClueRemoval removal(puzzle, solution, RemovalOrder(order), target);
  make_tests(removal);
  puzzle = removal.puzzle();
  return removal.clues();
}

}  // namespace puzzled::sudoku
