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

/// Planes side by side in what a pass takes at once. A board of short planes has those of three
/// boxes abreast, no two of which share a band or a stack, and a spare: on wide vectors a visit of
/// three boxes then costs as much as that of one.
#if defined(PUZZLED_SHORT_VECTORS)
constexpr int kAbreast = 4;
#else
constexpr int kAbreast = 1;
#endif
constexpr int kVisits = kAbreast == 1 ? 9 : 3;  // of boxes in a pass

/// The planes of boxes that are visited together.
using Planes = Vector<std::uint64_t, kAbreast * kVectorBytes>;

#if defined(PUZZLED_SHORT_VECTORS)
PUZZLED_INLINE Planes in_each(Plane v) {
  return reinterpret_cast<Planes>(_mm512_broadcast_i32x4(reinterpret_cast<__m128i>(v)));
}
template <int kPlace>
PUZZLED_INLINE Plane plane_at(Planes v) {
  return reinterpret_cast<Plane>(_mm512_extracti32x4_epi32(reinterpret_cast<__m512i>(v), kPlace));
}
PUZZLED_INLINE Plane in_any(Planes v) {
  return or3(plane_at<0>(v), plane_at<1>(v), plane_at<2>(v));
}
PUZZLED_INLINE Plane in_all(Planes v) {
  return and3(plane_at<0>(v), plane_at<1>(v), plane_at<2>(v));
}
/// Each box gets what the box kBands bands below has, and the lower bands what the upper ones have.
template <int kBands>
PUZZLED_INLINE Planes from_below(Planes v) {
  constexpr int kOrder = kBands == 1 ? 0b11001001 : 0b11010010;
  const auto bits = reinterpret_cast<__m512i>(v);
  return reinterpret_cast<Planes>(_mm512_shuffle_i32x4(bits, bits, kOrder));
}
#else
PUZZLED_INLINE Planes in_each(Plane v) {
  return v;
}
PUZZLED_INLINE Plane in_any(Planes v) {
  return v;
}
PUZZLED_INLINE Plane in_all(Planes v) {
  return v;
}
template <int kBands>
PUZZLED_INLINE Planes from_below(Planes v) {
  return v;
}
#endif

/// In which visit a box has its turn, and its place among those abreast: visit v has, in every
/// band, the box v stacks to the right of the diagonal.
constexpr int visit_of(int box) {
  return kAbreast == 1 ? box : (box % 3 - box / 3 + 3) % 3;
}
constexpr int place_abreast(int box) {
  return kAbreast == 1 ? 0 : box / 3;
}

struct alignas(64) Board {
  /// [cell_plane()]: may the digit be there?
  Plane cells[kVisits * 81 * kAbreast];
  /// [mini_line_plane()]: may the digit be there?
  Plane mini_lines[kVisits * 54 * kAbreast];
  Plane dead;     ///< a contradiction has been found
  Plane settled;  ///< every cell had just one candidate when the last pass visited it
  Plane solved;   ///< settled in two passes: the second would have found a contradiction
  Plane changed;  ///< the last tracking pass removed a candidate or a mini-line
  /// Only the mini-lines are known: the next pass finds the candidates afresh.
  Plane loaded;
};

/// Planes of mini-lines: boxes, digits, mini-lines of a box.
constexpr int kMiniLinePlanes = 9 * 9 * 6;

/// Where the planes of a board are. Those of a digit's cells, or of its mini-lines (mini-row 0..2,
/// mini-column 3..5), are kAbreast apart; those of the next digit follow.
constexpr int cell_plane(int box, int digit, int cell) {
  return ((9 * visit_of(box) + digit) * 9 + cell) * kAbreast + place_abreast(box);
}
constexpr int mini_line_plane(int box, int digit, int mini_line) {
  return ((9 * visit_of(box) + digit) * 6 + mini_line) * kAbreast + place_abreast(box);
}

/// Box and place within it of a cell in row order.
constexpr int box_index(int cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}
constexpr int box_place(int cell) {
  return cell / 9 % 3 * 3 + cell % 3;
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
