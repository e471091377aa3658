// Rates puzzles in bulk: how hard each is, by the rules that solve it. README.md says what ratings
// mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/huge_memory.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/rating/kernel.hpp"
#include "core/sudoku/rating/rating.hpp"

namespace puzzled::sudoku {

/// One is for one thread at a time; it holds about 4 MiB. Best with thousands of puzzles a call.
class Rater {
 public:
  /// REQUIRES: as BatchSolver.
  explicit Rater(std::string_view isa = {});

  /// The rating of each puzzle, of level 0 unless it has exactly one solution.
  /// REQUIRES: results.size() == puzzles.size(), every digit is in 0..9, and no puzzle has the same
  /// digit twice in a unit.
  void rate(std::span<const Grid> puzzles, std::span<Rating> results);

  /// The same of puzzles that may have a digit twice in a unit: these have level 0.
  void rate_unchecked(std::span<const Grid> puzzles, std::span<Rating> results);

 private:
  void drop_ambiguous(std::span<Rating> results);

  const rating::Kernel* kernel_;
  HugeMemory workspace_;
  BatchSolver solver_;  // looks for second solutions
  std::vector<rating::Item> items_;
  // Of rate_unchecked(): puzzles without conflict, their ratings and their numbers.
  std::vector<Grid> consistent_;
  std::vector<Rating> ratings_;
  std::vector<std::size_t> numbers_;
  // Puzzles that may have several solutions, or none.
  std::vector<std::size_t> unproved_;
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;
};

}  // namespace puzzled::sudoku
