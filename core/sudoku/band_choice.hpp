// Where the band engine branches when its rules find nothing more.
#pragma once

#include "core/sudoku/band_rules.hpp"

namespace puzzled::sudoku {

/// Splits an open board in two on the place of one digit: `board` keeps the first place, the
/// returned board the others. `rows` and `columns` are what propagate() left.
BandBoard split(BandBoard& board, const Packed& rows, const Packed& columns);

}  // namespace puzzled::sudoku
