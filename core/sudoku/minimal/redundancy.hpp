// The redundant clues of a puzzle: without any one of them it still has exactly one solution. And
// its minimal sub-puzzles: the sets of its clues that have exactly one solution and no redundant
// clue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/cell_set.hpp"

namespace puzzled::sudoku {

struct Redundancy {
  std::uint64_t solutions = 0;  ///< 0, 1, or 2 for several
  /// The redundant clues of a puzzle with one solution. None: the puzzle is minimal. (Several that
  /// are redundant one by one cannot always be removed together.)
  CellSet redundant{};
};

/// Solves puzzles and all their sub-puzzles in batches. One is for one thread at a time; it holds
/// about 5 MiB from the first call on.
class RedundancyFinder {
 public:
  /// REQUIRES: as BatchSolver.
  explicit RedundancyFinder(std::string_view isa = {}) : solver_(isa) {}

  /// REQUIRES: results.size() == puzzles.size(), and every digit is in 0..9.
  void find(std::span<const Grid> puzzles, std::span<Redundancy> results);

  /// The clues in `clues` without any one of which `puzzle` still has one solution.
  /// REQUIRES: it has exactly one solution.
  CellSet redundant_clues(const Grid& puzzle, const CellSet& clues);

  /// Whether `puzzle` has exactly one solution.
  bool is_unique(const Grid& puzzle);

 private:
  static constexpr std::size_t kMaxSubPuzzles = 8192;

  // Sub-puzzles without one clue, to be tested together: those below `size` of each list.
  struct Removals {
    std::size_t size = 0;
    std::vector<Grid> sub_puzzles;
    std::vector<const std::uint8_t*> cells;  // of these
    std::vector<batch::Exclusion> clues;     // that were removed
    std::vector<std::size_t> puzzles;        // from which
  };

  void find_in_batch(std::span<const Grid> puzzles, std::span<Redundancy> results);
  void remove(const Grid& puzzle, std::size_t number, const CellSet& clues);
  void test_removals(std::span<Redundancy> results);
  std::span<const std::uint64_t> counts(std::span<const Grid> puzzles);

  BatchSolver solver_;
  Removals removals_;
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;  // the solutions of the puzzles of counts()
};

struct MinimalSubPuzzles {
  std::vector<Grid> puzzles;
  bool complete = true;  ///< false: the search ended at the last of `most`, so there may be more
};

/// The first minimal sub-puzzles of `puzzle`, at most `most`, each once, in a fixed order: at the
/// first cell, row by row, in which two differ, the one with the blank comes first. REQUIRES: it
/// has exactly one solution; most >= 1.
MinimalSubPuzzles minimal_sub_puzzles(const Grid& puzzle, std::size_t most,
                                      RedundancyFinder& finder);

}  // namespace puzzled::sudoku
