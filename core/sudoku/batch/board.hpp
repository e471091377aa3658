// The boards of a whole batch, bit-sliced: one puzzle a lane, one plane a candidate.
#pragma once

#include "core/simd/logic.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

PUZZLED_INLINE Plane all_lanes() {
  return ~Plane{};
}

struct alignas(64) Board {
  Plane cells[9][9][9];       ///< [box][digit][cell of the box]: may the digit be there?
  Plane mini_lines[9][9][6];  ///< [box][digit][mini-row 0..2, mini-column 3..5]: may it be there?
  Plane dead;                 ///< a contradiction has been found
  Plane settled;              ///< every cell had just one candidate when the last pass visited it
  Plane solved;   ///< settled in two passes: the second would have found a contradiction
  Plane changed;  ///< the last tracking pass removed a candidate or a mini-line
  /// Only the mini-lines are known: the next pass finds the candidates afresh.
  Plane loaded;
};

/// Planes of mini-lines: boxes, digits, mini-lines of a box.
constexpr int kMiniLinePlanes = 9 * 9 * 6;

/// Box and place within it of a cell in row order.
constexpr int box_index(int cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}
constexpr int box_place(int cell) {
  return cell / 9 % 3 * 3 + cell % 3;
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
