// The four classes of squares, by the parity of row and column, and the diagonals of their squares.
// Square (2 i + p, 2 j + q) is square (i, j) of the class of rows of parity p and columns of parity
// q. Rows and columns of a class are numbered without the others.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace puzzled::queens::colour {

/// The diagonals that queens of one colour take: sums of row and column in the lower 32 bits,
/// column less row in the upper ones. Two squares of a colour share a diagonal exactly if their
/// bits meet. Up to 32 queens both halves suffice: a class has at most 16 rows and columns, sums
/// are below 32, and differences from -15 to 16.
using State = std::uint64_t;

/// A set of lines of one parity, bit i for line 2 i or 2 i + 1.
using Lines = std::uint32_t;

struct SquareClass {
  int row_parity;
  int columns;           ///< how many
  int sum_shift;         ///< added to the sum of row and column
  int difference_shift;  ///< added to column less row

  State square(int row, int column) const {
    return State{1} << (column + sum_bit(row)) | State{1} << (column + difference_bit(row));
  }
  /// The columns of a row where a queen attacks none of the others, whose columns and diagonals are
  /// given.
  Lines free_columns(int row, Lines used, State taken) const {
    const State attacked = taken >> sum_bit(row) | taken >> difference_bit(row);
    return ~(used | static_cast<Lines>(attacked)) & ((Lines{1} << columns) - 1);
  }

 private:
  int sum_bit(int row) const { return row + sum_shift; }
  int difference_bit(int row) const { return 47 - row + difference_shift; }
};

/// A board and its classes: even_even and odd_odd are black, the others white. Both classes of a
/// colour count diagonals the same way: squares (2 i + 1, 2 j + 1) have the sum 2 (i + j + 1), and
/// squares (2 i, 2 j + 1) the difference 2 (j - i + 1) - 1 where (2 i + 1, 2 j) have 2 (j - i) - 1.
struct Board {
  explicit Board(int n)
      : queens(n),
        even_lines((n + 1) / 2),
        odd_lines(n / 2),
        even_even{0, even_lines, 0, 0},
        odd_odd{1, odd_lines, 1, 0},
        even_odd{0, odd_lines, 0, 1},
        odd_even{1, even_lines, 0, 0} {}

  bool is_even() const { return queens % 2 == 0; }
  Lines all_even() const { return (Lines{1} << even_lines) - 1; }
  Lines all_odd() const { return (Lines{1} << odd_lines) - 1; }

  int queens;
  int even_lines;  ///< how many lines are even, and so have an even number from 0 on
  int odd_lines;
  SquareClass even_even;
  SquareClass odd_odd;
  SquareClass even_odd;  ///< even rows, odd columns
  SquareClass odd_even;
};

/// Twice the distance of a line from the middle of the board.
inline int eccentricity(int queens, int parity, int line) {
  return std::abs(2 * (2 * line + parity) - (queens - 1));
}

/// The placements of queens on the rows rows[depth...], one a row, beside queens that take `used`
/// columns and the diagonals `taken`: calls visit(columns, diagonals), both with theirs.
template <class Visit>
void for_each_placement(const SquareClass& squares, const std::vector<int>& rows, std::size_t depth,
                        Lines used, State taken, const Visit& visit) {
  if (depth == rows.size()) return visit(used, taken);
  const int row = rows[depth];
  for (Lines free = squares.free_columns(row, used, taken); free != 0; free &= free - 1) {
    const State square = squares.square(row, std::countr_zero(free));
    for_each_placement(squares, rows, depth + 1, used | (free & (0U - free)), taken | square,
                       visit);
  }
}

}  // namespace puzzled::queens::colour
