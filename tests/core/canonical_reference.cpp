#include "tests/core/canonical_reference.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace puzzled::sudoku {
namespace {

using LineOrder = std::array<std::uint8_t, kSide>;

// The 1296 orders of rows in which bands stay together.
std::vector<LineOrder> line_orders() {
  std::vector<LineOrder> orders;
  LineOrder order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  do {
    bool keeps_bands = true;
    for (std::size_t i = 0; i < kSide; i += 3) {
      keeps_bands =
          keeps_bands && order[i] / 3 == order[i + 1] / 3 && order[i] / 3 == order[i + 2] / 3;
    }
    if (keeps_bands) orders.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return orders;
}

}  // namespace

CanonicalForm smallest_of_all_orders(const Grid& puzzle) {
  static const std::vector<LineOrder> orders = line_orders();
  Grid transposed;
  for (int cell = 0; cell < kCells; ++cell) {
    transposed[cell] = puzzle[kSide * column_of(cell) + row_of(cell)];
  }
  CanonicalForm smallest;
  smallest.grid.digits.fill(UINT8_MAX);
  for (const Grid& grid : {puzzle, transposed}) {
    for (const LineOrder& rows : orders) {
      for (const LineOrder& columns : orders) {
        std::array<std::uint8_t, 10> names{};
        std::uint8_t last_name = 0;
        const auto cell_at = [&](std::size_t cell) {
          const int digit = grid[kSide * rows[cell / kSide] + columns[cell % kSide]];
          std::uint8_t& name = names[static_cast<std::size_t>(digit)];
          if (digit != 0 && name == 0) name = ++last_name;
          return name;
        };
        std::size_t cell = 0;
        std::uint8_t value = 0;
        while (cell < kCells && (value = cell_at(cell)) == smallest.grid.digits[cell]) ++cell;
        if (cell == kCells) {
          ++smallest.automorphisms;
        } else if (value < smallest.grid.digits[cell]) {
          for (; cell < kCells; ++cell) smallest.grid.digits[cell] = cell_at(cell);
          smallest.automorphisms = 1;
        }
      }
    }
  }
  return smallest;
}

}  // namespace puzzled::sudoku
