#include "tests/core/validator.hpp"

#include <array>
#include <cstddef>

namespace puzzled::sudoku {
namespace {

// The cells of the nine rows, then the nine columns, then the nine boxes.
constexpr auto kUnitCells = [] {
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

}  // namespace

bool is_complete_and_legal(const Grid& grid) {
  for (const auto& unit : kUnitCells) {
    for (int digit = 1; digit <= 9; ++digit) {
      int places = 0;
      for (const int cell : unit) places += grid[cell] == digit ? 1 : 0;
      if (places != 1) return false;
    }
  }
  return true;
}

bool extends(const Grid& solution, const Grid& puzzle) {
  for (int cell = 0; cell < 81; ++cell) {
    if (puzzle[cell] != 0 && solution[cell] != puzzle[cell]) return false;
  }
  return true;
}

}  // namespace puzzled::sudoku
