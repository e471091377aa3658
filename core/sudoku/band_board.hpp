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

/// Splits an open board in two on the place of one digit: `board` keeps the first place, the
/// returned board the others: for searches that examine each board. (The band engine itself
/// branches chute by chute: rules/chute_search.hpp.) REQUIRES: the rules have left it so.
BandBoard split(BandBoard& board);

}  // namespace puzzled::sudoku
