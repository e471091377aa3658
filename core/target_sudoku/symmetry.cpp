#include "core/target_sudoku/symmetry.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace puzzled::target {
namespace {

using LineOrder = std::array<int, 9>;  // a permutation of rows, or of columns

// The weights without what constants on rows, columns and boxes explain, times 27. It is the same
// for any two weights whose scores differ by a constant. The projections on boxes, on rows within
// bands and on columns within stacks are orthogonal, so they are subtracted independently.
std::array<std::array<std::int64_t, 9>, 9> core_of(const Weights& weights) {
  std::array<std::int64_t, 9> rows{};
  std::array<std::int64_t, 9> columns{};
  std::array<std::int64_t, 9> boxes{};
  std::array<std::int64_t, 3> bands{};
  std::array<std::int64_t, 3> stacks{};
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = sudoku::row_of(cell);
    const int column = sudoku::column_of(cell);
    rows[index(row)] += weights[cell];
    columns[index(column)] += weights[cell];
    boxes[index(sudoku::box_of(cell))] += weights[cell];
    bands[index(row / 3)] += weights[cell];
    stacks[index(column / 3)] += weights[cell];
  }
  std::array<std::array<std::int64_t, 9>, 9> core{};
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = sudoku::row_of(cell);
    const int column = sudoku::column_of(cell);
    core[index(row)][index(column)] = 27 * std::int64_t{weights[cell]} -
                                      3 * boxes[index(sudoku::box_of(cell))] -
                                      3 * rows[index(row)] + bands[index(row / 3)] -
                                      3 * columns[index(column)] + stacks[index(column / 3)];
  }
  return core;
}

// All 1296 permutations of rows (or columns) that keep bands (or stacks) together.
std::vector<LineOrder> all_line_orders() {
  constexpr std::array<std::array<int, 3>, 6> kOrders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::vector<LineOrder> orders;
  for (const auto& groups : kOrders) {
    for (const auto& a : kOrders) {
      for (const auto& b : kOrders) {
        for (const auto& c : kOrders) {
          LineOrder lines{};
          for (std::size_t i = 0; i < 3; ++i) {
            lines[i] = 3 * groups[0] + a[i];
            lines[3 + i] = 3 * groups[1] + b[i];
            lines[6 + i] = 3 * groups[2] + c[i];
          }
          orders.push_back(lines);
        }
      }
    }
  }
  return orders;
}

class Finder {
 public:
  explicit Finder(const Weights& weights) : core_(core_of(weights)), orders_(all_line_orders()) {}

  // False if there are more than Symmetries::kMax.
  bool find_all() {
    for (const bool transposed : {false, true}) {
      for (const LineOrder& rows : orders_) {
        if (!rows_may_match(rows, transposed)) continue;
        for (const LineOrder& columns : orders_) {
          if (!matches(rows, columns, transposed)) continue;
          if (found_.size() == Symmetries::kMax) return false;
          add(rows, columns, transposed);
        }
      }
    }
    return true;
  }

  void find_reflections() {
    found_.clear();
    for (int bits = 0; bits < 32; ++bits) {
      const LineOrder rows = reflected((bits & 1) != 0, (bits & 2) != 0);
      const LineOrder columns = reflected((bits & 4) != 0, (bits & 8) != 0);
      if (matches(rows, columns, (bits & 16) != 0)) add(rows, columns, (bits & 16) != 0);
    }
  }

  std::vector<CellPermutation> take() { return std::move(found_); }

 private:
  static LineOrder reflected(bool whole, bool middle) {
    LineOrder lines{0, 1, 2, middle ? 5 : 3, 4, middle ? 3 : 5, 6, 7, 8};
    if (whole) {
      for (int& line : lines) line = 8 - line;
    }
    return lines;
  }

  std::int64_t at(int row, int column, bool transposed) const {
    const auto r = static_cast<std::size_t>(transposed ? column : row);
    const auto c = static_cast<std::size_t>(transposed ? row : column);
    return core_[r][c];
  }

  // A row can only go to a row of the same numbers, in any order. Sums of powers tell enough.
  bool rows_may_match(const LineOrder& rows, bool transposed) const {
    for (int row = 0; row < 9; ++row) {
      std::uint64_t here = 0;
      std::uint64_t there = 0;
      for (int column = 0; column < 9; ++column) {
        const auto a = static_cast<std::uint64_t>(at(row, column, transposed));
        const auto b =
            static_cast<std::uint64_t>(at(rows[static_cast<std::size_t>(row)], column, false));
        here += a * a * a + a * a;
        there += b * b * b + b * b;
      }
      if (here != there) return false;
    }
    return true;
  }

  bool matches(const LineOrder& rows, const LineOrder& columns, bool transposed) const {
    for (int column = 0; column < 9; ++column) {
      for (int row = 0; row < 9; ++row) {
        if (at(row, column, transposed) != at(rows[static_cast<std::size_t>(row)],
                                              columns[static_cast<std::size_t>(column)], false)) {
          return false;
        }
      }
    }
    return true;
  }

  void add(const LineOrder& rows, const LineOrder& columns, bool transposed) {
    CellPermutation image{};
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 9; ++column) {
        const int from = transposed ? 9 * column + row : 9 * row + column;
        image[static_cast<std::size_t>(from)] = static_cast<std::uint8_t>(
            9 * rows[static_cast<std::size_t>(row)] + columns[static_cast<std::size_t>(column)]);
      }
    }
    found_.push_back(image);
  }

  const std::array<std::array<std::int64_t, 9>, 9> core_;
  const std::vector<LineOrder> orders_;
  std::vector<CellPermutation> found_;
};

}  // namespace

Symmetries::Symmetries() {
  CellPermutation& identity = permutations_.emplace_back();
  for (std::size_t cell = 0; cell < identity.size(); ++cell) {
    identity[cell] = static_cast<std::uint8_t>(cell);
  }
}

Symmetries::Symmetries(const Weights& weights) {
  Finder finder(weights);
  if (!finder.find_all()) finder.find_reflections();
  permutations_ = finder.take();
}

SymmetrySet Symmetries::keeping(const Grid& clues) const {
  SymmetrySet kept = 0;
  for (std::size_t number = 0; number < permutations_.size(); ++number) {
    const CellPermutation& image = permutations_[number];
    bool same = true;
    for (std::size_t cell = 0; cell < image.size() && same; ++cell) {
      same = clues.digits[cell] == clues.digits[image[cell]];
    }
    if (same) kept |= SymmetrySet{1} << number;
  }
  return kept;
}

SymmetrySet Symmetries::keeping(SymmetrySet set, int band, std::uint32_t cells) const {
  SymmetrySet kept = 0;
  for (SymmetrySet rest = set; rest != 0; rest &= rest - 1) {
    const CellPermutation& image = permutations_[static_cast<std::size_t>(std::countr_zero(rest))];
    std::uint32_t left = cells;
    while (left != 0) {
      const int cell = image[static_cast<std::size_t>(27 * band + std::countr_zero(left))];
      if (cell / 27 != band || (cells >> (cell % 27) & 1) == 0) break;
      left &= left - 1;
    }
    if (left == 0) kept |= rest & (0 - rest);
  }
  return kept;
}

void Symmetries::remove_images(BandBoard& board, SymmetrySet set, int digit, int band,
                               std::uint32_t cells) const {
  for (SymmetrySet rest = set; rest != 0; rest &= rest - 1) {
    const CellPermutation& image = permutations_[static_cast<std::size_t>(std::countr_zero(rest))];
    for (std::uint32_t left = cells; left != 0; left &= left - 1) {
      const int cell = 27 * band + std::countr_zero(left);
      remove(board, image[static_cast<std::size_t>(cell)], digit);
    }
  }
}

Grid Symmetries::smallest_image(SymmetrySet set, const Grid& grid) const {
  Grid smallest = grid;
  for (SymmetrySet rest = set; rest != 0; rest &= rest - 1) {
    const CellPermutation& image = permutations_[static_cast<std::size_t>(std::countr_zero(rest))];
    Grid moved;
    for (std::size_t cell = 0; cell < image.size(); ++cell) {
      moved.digits[image[cell]] = grid.digits[cell];
    }
    if (moved.digits < smallest.digits) smallest = moved;
  }
  return smallest;
}

}  // namespace puzzled::target
