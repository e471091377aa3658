// Public grids and the engines' grids, which are laid out alike but checked by the public type
// alone.
#pragma once

#include "core/sudoku/grid.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

struct GridAccess {
  static sudoku::Grid inner(const Grid& grid) { return {grid.digits_}; }

  /// REQUIRES: every digit is in 0..9.
  static Grid outer(const sudoku::Grid& grid) {
    Grid result;
    result.digits_ = grid.digits;
    return result;
  }
};

}  // namespace puzzled
