// For kernels: vectors of 16 bytes that stand for a line of nine cells. As vector.hpp, this is
// compiled once for each level, in the level's namespace.
#pragma once

#include <cstdint>

#include "core/simd/vector.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace puzzled::simd::PUZZLED_LEVEL {
namespace {

using Bytes = Vector<std::uint8_t, 16>;

/// table[index] for each byte. REQUIRES: every index is below 16.
PUZZLED_INLINE Bytes look_up(Bytes table, Bytes index) {
#if defined(__AVX2__)
  return reinterpret_cast<Bytes>(
      _mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(index)));
#else
  // Through memory: elements of a vector with variable numbers would go there one by one.
  std::uint8_t values[16];
  std::uint8_t numbers[16];
  store(values, table);
  store(numbers, index);
  std::uint8_t result[16];
  for (int i = 0; i < 16; ++i) result[i] = values[numbers[i] & 15];
  return load<Bytes>(result);
#endif
}

/// Bit i is set where byte i of a comparison's result is.
template <class V>
PUZZLED_INLINE std::uint32_t mask_of(V comparison) {
#if defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(comparison)));
#else
  std::uint32_t mask = 0;
  for (int i = 0; i < 16; ++i) mask |= comparison[i] != 0 ? std::uint32_t{1} << i : 0U;
  return mask;
#endif
}

/// The bytes of `a`, or of `b` where those of `choose_b` are all ones; they are ones or zeros.
PUZZLED_INLINE Bytes blend(Bytes a, Bytes b, Bytes choose_b) {
  return (a & ~choose_b) | (b & choose_b);
}

PUZZLED_INLINE Bytes smaller(Bytes a, Bytes b) {
  return a < b ? a : b;
}
PUZZLED_INLINE Bytes larger(Bytes a, Bytes b) {
  return a < b ? b : a;
}

/// Byte i of the result is byte i + 1, or byte i - 1; a zero comes in.
PUZZLED_INLINE Bytes from_next(Bytes v) {
  return __builtin_shufflevector(v, Bytes{}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}
PUZZLED_INLINE Bytes from_previous(Bytes v) {
  return __builtin_shufflevector(v, Bytes{}, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
}

/// The rows of 81 cells, each with seven more bytes. (No byte behind the 81st is read.)
PUZZLED_INLINE void read_rows(const std::uint8_t* cells, Bytes* rows) {
  for (int row = 0; row + 1 < 9; ++row) rows[row] = load<Bytes>(cells + 9 * row);
  const Bytes last = load<Bytes>(cells + 81 - 16);
  rows[8] = __builtin_shufflevector(last, Bytes{}, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16,
                                    16, 16, 16);
}

PUZZLED_INLINE Bytes low_bytes(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
PUZZLED_INLINE Bytes high_bytes(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}
PUZZLED_INLINE Bytes low_pairs(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}
PUZZLED_INLINE Bytes high_pairs(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30,
                                 31);
}
PUZZLED_INLINE Bytes low_fours(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
}
PUZZLED_INLINE Bytes high_fours(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30,
                                 31);
}

// Eight cells of a column, the first or the last eight bytes of `eight`, and its ninth, which the
// last row has.
template <int kHalf, int kColumn>
PUZZLED_INLINE Bytes column(Bytes eight, Bytes last_row) {
  constexpr int k = 8 * kHalf;
  return __builtin_shufflevector(eight, last_row, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6,
                                 k + 7, 16 + kColumn, 31, 31, 31, 31, 31, 31, 31);
}

/// Makes columns of rows. Behind the ninth cell of each column stands what the last row has in its
/// last byte.
PUZZLED_INLINE void transpose(Bytes* lines) {
  const Bytes* const r = lines;
  const Bytes last = r[8];
  const Bytes a = low_bytes(r[0], r[1]), b = low_bytes(r[2], r[3]);
  const Bytes c = low_bytes(r[4], r[5]), d = low_bytes(r[6], r[7]);
  const Bytes a8 = high_bytes(r[0], r[1]), b8 = high_bytes(r[2], r[3]);
  const Bytes c8 = high_bytes(r[4], r[5]), d8 = high_bytes(r[6], r[7]);
  const Bytes ab = low_pairs(a, b), cd = low_pairs(c, d);
  const Bytes ab4 = high_pairs(a, b), cd4 = high_pairs(c, d);
  const Bytes columns01 = low_fours(ab, cd), columns23 = high_fours(ab, cd);
  const Bytes columns45 = low_fours(ab4, cd4), columns67 = high_fours(ab4, cd4);
  const Bytes column8 = low_fours(low_pairs(a8, b8), low_pairs(c8, d8));
  lines[0] = column<0, 0>(columns01, last);
  lines[1] = column<1, 1>(columns01, last);
  lines[2] = column<0, 2>(columns23, last);
  lines[3] = column<1, 3>(columns23, last);
  lines[4] = column<0, 4>(columns45, last);
  lines[5] = column<1, 5>(columns45, last);
  lines[6] = column<0, 6>(columns67, last);
  lines[7] = column<1, 7>(columns67, last);
  lines[8] = column<0, 8>(column8, last);
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
