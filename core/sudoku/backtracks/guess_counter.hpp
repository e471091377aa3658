// Counts the guesses of a fixed search: how hard a puzzle is for a machine that only propagates and
// guesses. README.md says which search it is, and why this one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/rules/kernel.hpp"

namespace puzzled::sudoku::backtracks {

/// The search: apply all rules until none removes a candidate; if the board is open, guess
/// (guess.hpp), search what the guess leaves and then, if that has no solution, the rest. Rules and
/// guesses are the same on every level of instructions, and so are the counts. One is for one
/// thread at a time.
class GuessCounter {
 public:
  /// REQUIRES: `isa` is empty, for the best, or available.
  explicit GuessCounter(std::string_view isa = {}) : rules_(*rules::find_kernel(isa)) {}

  /// How often the search of each puzzle guesses until it has found a solution. A guess that turns
  /// out wrong is one; what then remains to be tried is not another.
  /// REQUIRES: each puzzle has a solution, and there are as many counts as puzzles.
  void count(std::span<const Grid> puzzles, std::span<std::uint32_t> counts);

 private:
  // So many searches have their rules run side by side, as in BandSolver.
  static constexpr std::size_t kSearches = 16;

  struct Search {
    std::size_t puzzle = 0;
    std::vector<BandBoard> waiting{};  // what remains to be tried, the last first
  };

  const rules::Kernel& rules_;
  std::array<Search, kSearches> searches_;
  std::array<BandBoard, kSearches> boards_;
  std::array<BandOutcome, kSearches> outcomes_;
};

}  // namespace puzzled::sudoku::backtracks
