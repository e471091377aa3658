// Rows and diagonals of the two halves of a board.
//
// A half is seen from its own edge of the board: row 0 is the outermost, the last row lies at the
// cut between the halves. A queen takes two diagonals, numbered absolutely, so that a state need
// not be shifted when a row is added:
//
//   column + row                 bits 0..31 of a state   leads to lower columns as rows go on
//   column - row + bottom_rows-1 bits 32..63             leads to higher columns
//
// Queens of different halves attack each other along one of queens - 1 diagonals in each direction
// that cross the cut. Crossing i of the first kind is diagonal top_rows + i (low) of a top state
// and i (high) of a bottom state; crossing i of the second kind is i + bottom_rows - top_rows
// (high) of a top state and bottom_rows + i (low) of a bottom state.
#pragma once

#include <cstdint>

namespace puzzled::queens::meet {

/// The diagonals that the queens of a half take.
using State = std::uint64_t;

struct Halves {
  int queens;
  int top_rows;     ///< half of the queens, rounded down
  int bottom_rows;  ///< the rest
};

static inline Halves halves_of(int queens) {
  return {queens, queens / 2, queens - queens / 2};
}

/// The diagonals of one queen. REQUIRES: 22 queens at most.
static inline State queen_at(const Halves& halves, int row, int column) {
  // The corner's own diagonal of one square attacks nothing; leaving it out keeps bit 63 clear.
  const int high = column - row + halves.bottom_rows - 1;
  return State{1} << (column + row) | (high < 31 ? State{1} << (32 + high) : 0);
}

/// Bits of a state where crossing `i` is: of the first kind below queens - 1, then of the second.
static inline int top_bit(const Halves& halves, int i) {
  const int kinds = halves.queens - 1;
  return i < kinds ? halves.top_rows + i : 32 + (i - kinds) + halves.bottom_rows - halves.top_rows;
}
static inline int bottom_bit(const Halves& halves, int i) {
  const int kinds = halves.queens - 1;
  return i < kinds ? 32 + i : halves.bottom_rows + (i - kinds);
}

}  // namespace puzzled::queens::meet
