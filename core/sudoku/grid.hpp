// The 9x9 grid that every Sudoku engine reads and writes, and the geometry of its cells.
#pragma once

#include <array>
#include <cstdint>

namespace puzzled::sudoku {

inline constexpr int kSide = 9;
inline constexpr int kCells = kSide * kSide;
inline constexpr int kUnits = 3 * kSide;  ///< rows, columns and boxes

/// 81 digits in row order. 0 is a blank, 1..9 are clues (of a puzzle) or digits (of a solution).
struct Grid {
  std::array<std::uint8_t, kCells> digits{};

  constexpr std::uint8_t& operator[](int cell) { return digits[static_cast<std::size_t>(cell)]; }
  constexpr std::uint8_t operator[](int cell) const {
    return digits[static_cast<std::size_t>(cell)];
  }
  friend constexpr bool operator==(const Grid&, const Grid&) = default;
};

constexpr int row_of(int cell) {
  return cell / kSide;
}
constexpr int column_of(int cell) {
  return cell % kSide;
}
constexpr int box_of(int cell) {
  return row_of(cell) / 3 * 3 + column_of(cell) / 3;
}

}  // namespace puzzled::sudoku
