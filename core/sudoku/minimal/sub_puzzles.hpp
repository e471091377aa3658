// The minimal sub-puzzles of a puzzle: the sets of its clues that have exactly one solution and no
// redundant clue.
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

/// The first minimal sub-puzzles of `puzzle`, at most `most`, each once, in a fixed order: at the
/// first cell, row by row, in which two differ, the one with the blank comes first. REQUIRES: it
/// has exactly one solution; most >= 1.
MinimalSubPuzzles minimal_sub_puzzles(const Grid& puzzle, std::size_t most,
                                      RedundancyFinder& finder);

}  // namespace puzzled::sudoku
