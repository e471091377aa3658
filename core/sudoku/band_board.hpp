// A board of the band engine: candidates by digit.
#pragma once

#include "core/sudoku/band_words.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

struct BandBoard {
  Candidates candidates;
  Bands settled;  ///< cells whose digit has been taken out of the rest of its box
};

/// The state of a board when the rules remove nothing more.
enum class BandOutcome { kContradiction, kSolved, kOpen };

/// The clues and, in all other cells, every digit: no rule (rules/kernel.hpp) has been applied.
BandBoard board_of(const Grid& puzzle);

/// REQUIRES: each cell has one candidate.
Grid grid_of(const BandBoard& board);

}  // namespace puzzled::sudoku
