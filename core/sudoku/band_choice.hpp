// Branching of the band engine when its rules find nothing more, board by board, for searches that
// examine each board. (The engine itself branches chute by chute: rules/chute_search.hpp.)
#pragma once

#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku {

/// Splits an open board in two on the place of one digit: `board` keeps the first place, the
/// returned board the others. REQUIRES: the rules have left it so.
BandBoard split(BandBoard& board);

}  // namespace puzzled::sudoku
