// The minimal sub-puzzles of a puzzle: what is left of its clues when as many are removed as can be
// without a second solution.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/redundancy.hpp"

namespace puzzled::sudoku {

struct MinimalSubPuzzles {
  std::vector<Grid> puzzles;
  bool complete = true;  ///< false: the search ended at the last of `most`, so there may be more
};

/// The first minimal sub-puzzles of `puzzle`, at most `most`, each once, in an order that depends
/// on nothing else: where two differ for the first time, row by row, the one with the blank comes
/// first. REQUIRES: it has exactly one solution; most >= 1.
MinimalSubPuzzles minimal_sub_puzzles(const Grid& puzzle, std::size_t most,
                                      RedundancyFinder& finder);

}  // namespace puzzled::sudoku
