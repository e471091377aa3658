// Where the band engine branches when its rules find nothing more.
#pragma once

#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku {

/// Splits an open board in two on the place of one digit: `board` keeps the first place, the
/// returned board the others. REQUIRES: the rules have left it so.
BandBoard split(BandBoard& board);

}  // namespace puzzled::sudoku
