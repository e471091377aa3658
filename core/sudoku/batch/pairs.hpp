// Boards of pairs: every open cell has two candidates, and every digit that a box lacks has two
// places there. A solution takes one of the two in each cell, and the others form a solution, too:
//
//   12 12 .       1 2 .       2 1 .
//   12 12 .   =   2 1 .   or  1 2 .
//
// So both halves of such a board have equally many solutions, and one search counts both. Each half
// is a board of pairs again.
#pragma once

#include "core/sudoku/batch/board.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

// Lanes in which three or more of a digit's nine planes of a box are set.
PUZZLED_INLINE Plane three_or_more(const Plane* x) {
  Plane sum[3];
  Plane carry[3];
  for (int i = 0; i < 3; ++i) {
    const Plane a = load_once(x[kAbreast * (3 * i)]);
    const Plane b = load_once(x[kAbreast * (3 * i + 1)]);
    const Plane c = load_once(x[kAbreast * (3 * i + 2)]);
    sum[i] = xor3(a, b, c);
    carry[i] = majority(a, b, c);
  }
  const Plane ones = xor3(sum[0], sum[1], sum[2]);
  const Plane twos = majority(sum[0], sum[1], sum[2]);
  const Plane any_carry = or3(carry[0], carry[1], carry[2]);
  const Plane two_twos = or_and(majority(carry[0], carry[1], carry[2]), twos, any_carry);
  return or_and(two_twos, ones, twos | any_carry);
}

/// Those of `lanes` whose boards are boards of pairs. REQUIRES: the boards are open, and the last
/// pass removed nothing from them. So there are no singles left, neither naked nor hidden, and it
/// is enough that no digit has three places in a box: all have two, which also makes two for each
/// open cell of the box and each open row and column of the digit.
__attribute__((noinline)) Plane find_pairs(const Board& board, Plane lanes) {
  for (int box = 0; box < 9; ++box) {
#pragma GCC unroll 1
    for (int digit = 0; digit < 9; ++digit) {
      lanes &= ~three_or_more(board.cells + cell_plane(box, digit, 0));
    }
    if (!any_bit(lanes)) break;
  }
  return lanes;
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
