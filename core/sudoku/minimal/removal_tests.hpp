// The tests of many removals of clues, made together in batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/minimal/clue_removal.hpp"

namespace puzzled::sudoku {

/// One is for one thread at a time.
class RemovalTests {
 public:
  /// REQUIRES: as BatchSolver.
  explicit RemovalTests(std::string_view isa = {}) : solver_(isa) {}

  /// Adds the test that `tested`, a ClueRemoval or a PuzzleDraft, has just asked for. The result
  /// goes to `is_unique`. REQUIRES: both stay where they are until run(); the test is not kNone.
  template <class Tested>
  void add(ClueRemoval::Test test, const Tested& tested, bool& is_unique) {
    const bool is_of_clue = test == ClueRemoval::Test::kClue;
    Kind& kind = is_of_clue ? of_clues_ : counts_;
    kind.cells.push_back(tested.puzzle().digits.data());
    kind.results.push_back(&is_unique);
    if (is_of_clue) clues_.push_back(tested.clue());
  }

  /// Forgets the tests that have been added.
  void clear();

  /// Makes the tests that have been added, and forgets them.
  void run();

  /// Ends all removals, side by side.
  void finish(std::span<ClueRemoval> removals);

 private:
  // Tests of the same kind.
  struct Kind {
    std::vector<const std::uint8_t*> cells;
    std::vector<bool*> results;
  };

  struct Open {
    ClueRemoval* removal;
    bool is_unique;
  };

  BatchSolver solver_;
  Kind counts_;
  Kind of_clues_;
  std::vector<batch::Exclusion> clues_;  // that have gone, of `of_clues_`
  std::vector<char> lines_;              // solutions, which nobody wants
  std::vector<Open> open_;               // removals that finish() has not ended
};

}  // namespace puzzled::sudoku
