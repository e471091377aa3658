#include "core/sudoku/shuffle/kernel.hpp"

#include "core/simd/vector.hpp"

namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

// Nine cells of a line, and seven bytes that mean nothing.
using Line = Vector<std::uint8_t, 16>;

// table[index & 15] for each byte. REQUIRES: no index is above 127.
PUZZLED_INLINE Line look_up(Line table, Line index) {
#if defined(__AVX2__)
  return reinterpret_cast<Line>(
      _mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(index)));
#else
  Line result{};
  for (int i = 0; i < 16; ++i) result[i] = table[index[i] & 15];
  return result;
#endif
}

// The cells as nine lines, each with seven more bytes. (No byte behind the 81st is read.)
PUZZLED_INLINE void read_rows(const std::uint8_t* cells, Line* rows) {
  for (int row = 0; row + 1 < kSide; ++row) rows[row] = load<Line>(cells + kSide * row);
  const Line last = load<Line>(cells + kCells - 16);
  rows[8] = __builtin_shufflevector(last, Line{}, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16,
                                    16, 16, 16);
}

PUZZLED_INLINE Line low_bytes(Line a, Line b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
PUZZLED_INLINE Line high_bytes(Line a, Line b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}
PUZZLED_INLINE Line low_pairs(Line a, Line b) {
  return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}
PUZZLED_INLINE Line high_pairs(Line a, Line b) {
  return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30,
                                 31);
}
PUZZLED_INLINE Line low_fours(Line a, Line b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
}
PUZZLED_INLINE Line high_fours(Line a, Line b) {
  return __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30,
                                 31);
}

// Eight cells of a column, the first or the last eight bytes of `eight`, and its ninth, which the
// last row has.
template <int kHalf, int kColumn>
PUZZLED_INLINE Line column(Line eight, Line last_row) {
  constexpr int k = 8 * kHalf;
  return __builtin_shufflevector(eight, last_row, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6,
                                 k + 7, 16 + kColumn, 31, 31, 31, 31, 31, 31, 31);
}

PUZZLED_INLINE void transpose(Line* lines) {
  const Line* const r = lines;
  const Line last = r[8];
  const Line a = low_bytes(r[0], r[1]), b = low_bytes(r[2], r[3]);
  const Line c = low_bytes(r[4], r[5]), d = low_bytes(r[6], r[7]);
  const Line a8 = high_bytes(r[0], r[1]), b8 = high_bytes(r[2], r[3]);
  const Line c8 = high_bytes(r[4], r[5]), d8 = high_bytes(r[6], r[7]);
  const Line ab = low_pairs(a, b), cd = low_pairs(c, d);
  const Line ab4 = high_pairs(a, b), cd4 = high_pairs(c, d);
  const Line columns01 = low_fours(ab, cd), columns23 = high_fours(ab, cd);
  const Line columns45 = low_fours(ab4, cd4), columns67 = high_fours(ab4, cd4);
  const Line column8 = low_fours(low_pairs(a8, b8), low_pairs(c8, d8));
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

// The blanks X and x have the same low four bits as 8.
bool transform(const std::uint8_t* cells, const Moves& moves, char* to) {
  Line lines[kSide];
  read_rows(cells, lines);
  Line letters{};
  for (const Line& line : lines) {
    letters |= reinterpret_cast<Line>((line | 0x20) == 'x');
  }
  if (any_bit(letters)) return false;
  if (moves.transposes) transpose(lines);
  const Line columns = load<Line>(moves.columns);
  const Line characters = load<Line>(moves.characters);
  for (int row = 0; row < kSide; ++row) {
    store(to + kSide * row, look_up(characters, look_up(lines[moves.rows[row]], columns)));
  }
  return true;
}

}  // namespace

constinit const Kernel kKernel{.transform = transform};

}  // namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL
