// A board and its rules as plain data: values 1 to n, what each cell may hold, and a list of
// primitive rules. Whatever a puzzle is called, its reader reduces it to these.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace puzzled::variants {

inline constexpr int kMinSize = 4;
inline constexpr int kMaxSize = 25;
inline constexpr int kMaxCells = kMaxSize * kMaxSize;

/// The number of a cell, row by row from 0.
using Cell = std::uint16_t;

/// A set of values: bit v - 1 stands for value v.
using ValueSet = std::uint32_t;

constexpr ValueSet set_of(int value) {
  return ValueSet{1} << (value - 1);
}
constexpr ValueSet all_values(int size) {
  return (ValueSet{1} << size) - 1;
}
// (std::has_single_bit() counts bits, which is a call where processors without POPCNT are to run
// the program: a quarter of the time of a 16x16 board.)
constexpr bool is_single(ValueSet values) {
  return values != 0 && (values & (values - 1)) == 0;
}
/// REQUIRES: is_single(values).
constexpr int value_of(ValueSet values) {
  return std::countr_zero(values) + 1;
}

/// As many cells as there are values, each value once: a row, a column, a box.
struct House {
  std::vector<Cell> cells;
};

/// The boxes of a board; 0 by 0 if it has none.
struct BoxShape {
  int rows = 0;
  int columns = 0;

  friend bool operator==(const BoxShape&, const BoxShape&) = default;
};

/// A square board and its rules. Each kind of primitive has a list of its own.
struct Model {
  int size = 0;                   ///< of a side; also the number of values
  std::vector<ValueSet> allowed;  ///< in each cell, before any clue
  std::vector<House> houses;

  std::size_t cells() const { return allowed.size(); }
};

/// The sizes whose boxes everybody draws alike. Others (5 and 7 are primes; 14 could be 2x7 or
/// none) have no boxes.
std::span<const int> box_sizes();

/// The usual boxes of a size: as square as possible, wider than high (6: 2 rows by 3 columns).
BoxShape usual_boxes(int size);

/// Rows, columns and boxes. REQUIRES: kMinSize <= size <= kMaxSize; boxes of `size` cells, or none.
Model sudoku_model(int size, BoxShape boxes);

}  // namespace puzzled::variants
