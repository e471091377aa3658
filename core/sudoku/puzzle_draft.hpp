// A puzzle of a sequence while it is made: full grids, one after another, lose clues until one of
// them leaves a puzzle as it is asked for. The tests are made by others, as those of a removal of
// clues: one by one, or those of many drafts at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/sudoku/generator_settings.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/clue_removal.hpp"
#include "core/sudoku/random.hpp"
#include "core/sudoku/symmetry.hpp"

namespace puzzled::sudoku {

/// Whether the puzzles have so few clues that they are sought by exchanging clues, for which a
/// draft needs no tests from others.
bool exchanges_clues(const GeneratorSettings& settings, Symmetry symmetry);

class PuzzleDraft {
 public:
  /// Puzzle number `index`, as generate_puzzle() or generate_symmetric() make it.
  /// REQUIRES: supports(settings).
  PuzzleDraft(const GeneratorSettings& settings, Symmetry symmetry, std::uint64_t index);

  /// As those of ClueRemoval: the next test, and what it is about.
  ClueRemoval::Test next();
  void answer(bool is_unique) { removal_.answer(is_unique); }
  const Grid& puzzle() const { return removal_.puzzle(); }
  batch::Exclusion clue() const { return removal_.clue(); }

  /// When no test is left: the puzzle. Nothing, if there are none with that symmetry and number of
  /// clues among some hundreds.
  const std::optional<Grid>& result() const { return result_; }

 private:
  void begin_attempt();
  bool end_attempt();

  GeneratorSettings settings_;
  bool is_symmetric_;
  bool exchanges_;
  Random random_;
  int target_;
  std::vector<Orbit> orbits_;  // of the symmetry, if there is one
  int attempts_ = 0;
  ClueRemoval removal_;
  std::optional<Grid> result_;
};

}  // namespace puzzled::sudoku
