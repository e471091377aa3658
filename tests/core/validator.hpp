// Checks answers independently of all engines: plain loops over the rules of the game. Shares no
// code and no table with the engines, not even the geometry of grid.hpp, so that an error in one
// cannot hide in the other.
#pragma once

#include <array>
#include <cstddef>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

// The cells of the nine rows, then the nine columns, then the nine boxes.
inline constexpr auto kUnitCells = [] {
  std::array<std::array<int, 9>, 27> units{};
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t column = 0; column < 9; ++column) {
      const int cell = static_cast<int>(9 * row + column);
      units[row][column] = cell;
      units[9 + column][row] = cell;
      units[18 + 3 * (row / 3) + column / 3][3 * (row % 3) + column % 3] = cell;
    }
  }
  return units;
}();

/// Whether every row, column and box of `grid` holds each digit from 1 to 9 once.
inline bool is_complete_and_legal(const Grid& grid) {
  for (const auto& unit : kUnitCells) {
    for (int digit = 1; digit <= 9; ++digit) {
      int places = 0;
      for (const int cell : unit) places += grid[cell] == digit ? 1 : 0;
      if (places != 1) return false;
    }
  }
  return true;
}

/// Whether `solution` has every clue of `puzzle` in its place.
inline bool extends(const Grid& solution, const Grid& puzzle) {
  for (int cell = 0; cell < 81; ++cell) {
    if (puzzle[cell] != 0 && solution[cell] != puzzle[cell]) return false;
  }
  return true;
}

}  // namespace puzzled::sudoku
