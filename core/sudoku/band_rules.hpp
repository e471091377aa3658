// The band engine's rules: what can be removed from a board without a guess.
#pragma once

#include "core/sudoku/band_words.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

struct BandBoard {
  Candidates candidates;
  Bands settled;  ///< cells whose digit has been taken out of the rest of its box
};

enum class BandOutcome { kDead, kSolved, kOpen };

/// The clues and, in all other cells, every digit: no rule has been applied.
BandBoard board_of(const Grid& puzzle);

/// Applies all rules until none removes a candidate. When the outcome is kOpen, `rows` and
/// `columns` are the mini-rows and mini-columns that are left.
BandOutcome propagate(BandBoard& board, Packed& rows, Packed& columns);

/// REQUIRES: each cell has one candidate.
Grid grid_of(const BandBoard& board);

}  // namespace puzzled::sudoku
