#include "core/target_sudoku/symmetry.hpp"

#include <cstddef>

namespace puzzled::target {
namespace {

using Lines = std::array<int, 9>;  // a permutation of rows, or of columns

// Weights less all that a constant on rows, columns and boxes can explain, times 27: the same for
// weights that score alike up to a constant. Projections on boxes, on rows within their bands and
// on columns within their stacks are orthogonal, so they can be taken off side by side.
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

// All 1296 orders of lines that keep groups of three together.
std::vector<Lines> all_line_orders() {
  constexpr std::array<std::array<int, 3>, 6> kOrders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::vector<Lines> orders;
  for (const auto& groups : kOrders) {
    for (const auto& a : kOrders) {
      for (const auto& b : kOrders) {
        for (const auto& c : kOrders) {
          Lines lines{};
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

  // False if there are more than fit.
  bool find_all() {
    for (const bool transposed : {false, true}) {
      for (const Lines& rows : orders_) {
        if (!rows_may_match(rows, transposed)) continue;
        for (const Lines& columns : orders_) {
          if (!matches(rows, columns, transposed)) continue;
          if (found_.size() == kMostSymmetries) return false;
          add(rows, columns, transposed);
        }
      }
    }
    return true;
  }

  void find_mirrors() {
    found_.clear();
    for (int bits = 0; bits < 32; ++bits) {
      const Lines rows = mirrored((bits & 1) != 0, (bits & 2) != 0);
      const Lines columns = mirrored((bits & 4) != 0, (bits & 8) != 0);
      if (matches(rows, columns, (bits & 16) != 0)) add(rows, columns, (bits & 16) != 0);
    }
  }

  std::vector<Rearrangement> take() { return std::move(found_); }

 private:
  static Lines mirrored(bool whole, bool middle) {
    Lines lines{0, 1, 2, middle ? 5 : 3, 4, middle ? 3 : 5, 6, 7, 8};
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

  // A row can only go where the same numbers stand, in whatever order. Their squares tell enough.
  bool rows_may_match(const Lines& rows, bool transposed) const {
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

  bool matches(const Lines& rows, const Lines& columns, bool transposed) const {
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

  void add(const Lines& rows, const Lines& columns, bool transposed) {
    Rearrangement image{};
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
  const std::vector<Lines> orders_;
  std::vector<Rearrangement> found_;
};

}  // namespace

std::vector<Rearrangement> symmetries_of(const Weights& weights) {
  Finder finder(weights);
  if (!finder.find_all()) finder.find_mirrors();
  return finder.take();
}

}  // namespace puzzled::target
