// Making the tests of a removal of clues one by one, by the band engine.
#pragma once

#include "core/sudoku/band_engine.hpp"
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

}  // namespace puzzled::sudoku
