// A board of which queens may not take every square: squares are missing, queens stand on it
// already, or its edges are joined to a torus.
#pragma once

#include <array>
#include <cstdint>

namespace puzzled::queens {

/// Rows and columns of the largest board, so that a row and its diagonals fit 64 bits.
inline constexpr int kMaxBoardQueens = 35;

struct Square {
  int row = 0;  ///< from 0
  int column = 0;

  bool operator==(const Square&) const = default;
};

struct Board {
  int queens = 0;         ///< rows, columns, and queens that it is to have
  bool is_torus = false;  ///< diagonals that leave it on one side come back on the other
  /// The squares that a queen may take, by row: bit `column`. A queen that is there already is
  /// alone in its row, and nothing that it attacks is free.
  std::array<std::uint64_t, kMaxBoardQueens> rows{};
  std::array<std::uint64_t, kMaxBoardQueens> holes{};  ///< squares that are missing, for drawings

  bool is_free(Square square) const { return (rows[square.row] >> square.column & 1U) != 0; }
};

/// A board without holes and queens. REQUIRES: 1 <= queens <= kMaxBoardQueens.
Board empty_board(int queens, bool is_torus = false);

/// Whether all its squares are free.
bool is_empty(const Board& board);

/// Whether it is a torus of a size without solutions, which are all that are not prime to 6 (G.
/// Pólya, 1918).
bool is_torus_without_solution(const Board& board);

void make_hole(Board& board, Square square);

/// Puts a queen there. On a square that is attacked, it leaves its row without a free square, so
/// that the board has no solution.
void place_queen(Board& board, Square square);

/// The squares of the next row that are attacked by the queens of all rows before.
template <class Mask>
struct AttackedRow {
  Mask columns = 0;
  Mask left = 0;   ///< diagonals that move to lower columns
  Mask right = 0;  ///< and to higher ones

  Mask all() const { return columns | left | right; }

  AttackedRow after(Mask square) const {
    return {Mask(columns | square), Mask((left | square) >> 1U), Mask((right | square) << 1U)};
  }
  AttackedRow after_row() const { return {columns, Mask(left >> 1U), Mask(right << 1U)}; }

  /// The same on a torus of that many columns.
  AttackedRow after_on_torus(Mask square, int queens) const {
    const AttackedRow row{Mask(columns | square), Mask(left | square), Mask(right | square)};
    return row.after_row_on_torus(queens);
  }
  AttackedRow after_row_on_torus(int queens) const {
    const Mask all = (Mask{1} << queens) - 1;
    return {columns, Mask(left >> 1U | (left & 1U) << (queens - 1)),
            Mask((right << 1U | right >> (queens - 1)) & all)};
  }
};

}  // namespace puzzled::queens
