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

/// The cell at a place of a unit, both counted from 0. Units: rows 0 to 8 from the top, columns 9
/// to 17 from the left, boxes 18 to 26 row by row. Places: from the left or the top, in a box row
/// by row.
constexpr int cell_of_unit(int unit, int place) {
  if (unit < kSide) return kSide * unit + place;
  if (unit < 2 * kSide) return kSide * place + unit - kSide;
  const int box = unit - 2 * kSide;
  return kSide * (box / 3 * 3 + place / 3) + box % 3 * 3 + place % 3;
}

constexpr int count_clues(const Grid& grid) {
  int clues = 0;
  for (const std::uint8_t digit : grid.digits) clues += digit != 0 ? 1 : 0;
  return clues;
}

}  // namespace puzzled::sudoku
