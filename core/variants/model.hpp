// A board and its rules as plain data: values 1 to n, what each cell may hold, and a list of
// primitive rules. Whatever a puzzle is called, its reader reduces it to these.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/puzzle.hpp"
#include "core/variants/relations.hpp"
#include "core/variants/short_list.hpp"

namespace puzzled::variants {

// (std::has_single_bit() counts bits, which is a call where processors without POPCNT are to run
// the program: a quarter of the time of a 16x16 board.)
constexpr bool is_single(ValueSet values) {
  return values != 0 && (values & (values - 1)) == 0;
}
constexpr bool has_at_most_two(ValueSet values) {
  const ValueSet rest = values & (values - 1);
  return (rest & (rest - 1)) == 0;
}
constexpr bool has_at_most_three(ValueSet values) {
  return has_at_most_two(values & (values - 1));
}
inline constexpr int kCountedBits = 9;
inline constexpr auto kCounts = [] {
  std::array<std::uint8_t, 1 << kCountedBits> counts{};
  for (std::size_t i = 1; i < counts.size(); ++i) {
    counts[i] = static_cast<std::uint8_t>(counts[i / 2] + i % 2);
  }
  return counts;
}();

/// How many values there are. (std::popcount() is a call where processors without it are to run the
/// program.)
constexpr int count_values(ValueSet values) {
  int count = 0;
  for (; values != 0; values >>= kCountedBits) count += kCounts[values % kCounts.size()];
  return count;
}
/// REQUIRES: is_single(values).
constexpr int value_of(ValueSet values) {
  return std::countr_zero(values) + 1;
}

/// The cells of a house, a cage, a sum.
using CellList = ShortList<Cell, 12>;

/// As many cells as there are values, each value once: a row, a column, a box.
struct House {
  CellList cells;

  friend bool operator==(const House&, const House&) = default;
};

/// Cells that must differ, of any number up to that of values.
struct DistinctGroup {
  CellList cells;
};

/// The values of the cells, each times its coefficient, sum to `total`.
struct Sum {
  CellList cells;                   ///< distinct
  ShortList<int, 12> coefficients;  ///< of each cell; not 0
  int total = 0;
};

/// Distinct cells, the set of whose values is one of `sets`.
struct AllowedSets {
  std::vector<Cell> cells;
  std::vector<ValueSet> sets;  ///< each of as many values as there are cells
};

/// The cells but the first and the last hold values between those of both, or outside of them.
struct Span {
  std::vector<Cell> cells;
  bool is_outside = false;
  int min_difference = 0;  ///< of the first and the last
};

/// At least `count` of the cells hold a value of `values`.
struct Demand {
  ValueSet values = 0;
  int count = 0;
};
struct RequiredValues {
  std::vector<Cell> cells;
  std::vector<Demand> demands;  ///< no value is in two of them
};

/// `index` holds i exactly if cells[i - 1] holds `value`.
struct IndexCell {
  Cell index = 0;
  std::vector<Cell> cells;  ///< a house
  int value = 0;
};

/// Clues of a row or a column, whose cells are in order from the clue inwards.
struct Sandwich {
  std::vector<Cell> cells;
  int total = 0;  ///< of the values between the least and the greatest value
};
struct XSum {
  std::vector<Cell> cells;
  int total = 0;  ///< of the first x values, where x is the first of them
};
struct Skyscraper {
  std::vector<Cell> cells;
  int visible = 0;  ///< values that are greater than all before them
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
  std::vector<DistinctGroup> distinct_groups;
  Relations relations;
  std::vector<Sum> sums;  ///< those of one and of two cells are in `allowed` and `relations` too
  std::vector<AllowedSets> allowed_sets;  ///< their cells are in `distinct_groups` too
  std::vector<Span> spans;
  std::vector<RequiredValues> required_values;
  std::vector<IndexCell> index_cells;
  std::vector<Sandwich> sandwiches;
  std::vector<XSum> x_sums;
  std::vector<Skyscraper> skyscrapers;

  std::size_t cells() const { return allowed.size(); }
};

/// What a sum of two cells says of them, in their order. REQUIRES: two cells.
ValueTable table_of_pair(const Sum& sum, int size);

/// The sizes whose boxes everybody draws alike. Others (5 and 7 are primes; 14 could be 2x7 or
/// none) have no boxes.
std::span<const int> box_sizes();

/// The usual boxes of a size: as square as possible, wider than high (6: 2 rows by 3 columns).
BoxShape usual_boxes(int size);

/// Rows, columns and boxes. REQUIRES: kMinSize <= size <= kMaxSize; boxes of `size` cells, or none.
Model sudoku_model(int size, BoxShape boxes);

}  // namespace puzzled::variants
