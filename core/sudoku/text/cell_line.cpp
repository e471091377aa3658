#include "core/sudoku/text/cell_line.hpp"

namespace puzzled::sudoku {

Grid grid_of(const std::uint8_t* cells) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    // A clue's character and its number have the same low half; that of a blank is 0 or above 9.
    const int low = cells[cell] & 15;
    grid[cell] = static_cast<std::uint8_t>(low <= 9 ? low : 0);
  }
  return grid;
}

void write_line(const Grid& grid, char* to) {
  for (int cell = 0; cell < kCells; ++cell) to[cell] = static_cast<char>('0' + grid[cell]);
  to[kCells] = '\n';
}

}  // namespace puzzled::sudoku
