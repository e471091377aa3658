// Operations on bands of one board or of several side by side in one vector: rotations, and
// mini-rows and mini-columns packed three digits a vector. The 128 bits of a board are laid out as
// in Bands (band_words.hpp); no operation moves bits from one board to another. Every function
// takes vectors of one, two or four boards, as far as the level has such vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/simd/logic.hpp"
#include "core/sudoku/band_words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

using One = Vector<std::uint32_t, 16>;
using Two = Vector<std::uint32_t, 32>;
using Four = Vector<std::uint32_t, 64>;

template <class V>
constexpr std::size_t kBoardsOf = sizeof(V) / 16;

template <class V>
PUZZLED_INLINE V in_all(std::uint32_t word) {
  if constexpr (kBoardsOf<V> == 1) {
    return V{word, word, word, 0};
  } else if constexpr (kBoardsOf<V> == 2) {
    return V{word, word, word, 0, word, word, word, 0};
  } else {
    return V{word, word, word, 0, word, word, word, 0, word, word, word, 0, word, word, word, 0};
  }
}

/// Four words of each board, side by side. (Joined in registers: a load of 64 bytes would wait for
/// the stores of 16 bytes that it covers.)
template <class V>
PUZZLED_INLINE V side_by_side(const std::uint32_t* const* boards, std::size_t word) {
  if constexpr (kBoardsOf<V> == 1) return load<V>(boards[0] + word);
#if defined(__AVX2__)
  const auto two = [&](std::size_t i) {
    return _mm256_set_m128i(load<__m128i>(boards[i + 1] + word), load<__m128i>(boards[i] + word));
  };
  if constexpr (kBoardsOf<V> == 2) return reinterpret_cast<V>(two(0));
#endif
#if defined(__AVX512VL__)
  if constexpr (kBoardsOf<V> == 4) {
    return reinterpret_cast<V>(_mm512_inserti64x4(_mm512_castsi256_si512(two(0)), two(2), 1));
  }
#endif
}

/// Bit 2i: whether board i has a bit set.
template <class V>
PUZZLED_INLINE unsigned boards_with(V v) {
  if constexpr (kBoardsOf<V> == 1) return any_bit(v) ? 1 : 0;
#if defined(__AVX2__)
  if constexpr (kBoardsOf<V> == 2) {
    const __m256i empty = _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(v), _mm256_setzero_si256());
    const auto halves = ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty)));
    return (halves | halves >> 1) & 0b0101;
  }
#endif
#if defined(__AVX512VL__)
  if constexpr (kBoardsOf<V> == 4) {
    const auto bits = reinterpret_cast<__m512i>(v);
    const unsigned halves = _mm512_test_epi64_mask(bits, bits);
    return (halves | halves >> 1) & 0b01010101;
  }
#endif
}

/// The bands of each board in another order, as _mm_shuffle_epi32() takes it.
template <int kOrder, class V>
PUZZLED_INLINE V reordered_bands(V v) {
  if constexpr (kBoardsOf<V> == 1) {
    return V{v[kOrder & 3], v[kOrder >> 2 & 3], v[kOrder >> 4 & 3], v[3]};
  }
#if defined(__AVX2__)
  if constexpr (kBoardsOf<V> == 2) {
    return reinterpret_cast<V>(_mm256_shuffle_epi32(reinterpret_cast<__m256i>(v), kOrder));
  }
#endif
#if defined(__AVX512VL__)
  if constexpr (kBoardsOf<V> == 4) {
    return reinterpret_cast<V>(
        _mm512_shuffle_epi32(reinterpret_cast<__m512i>(v), static_cast<_MM_PERM_ENUM>(kOrder)));
  }
#endif
}
template <class V>
PUZZLED_INLINE V next_band(V v) {
  return reordered_bands<0b11001001>(v);
}
template <class V>
PUZZLED_INLINE V previous_band(V v) {
  return reordered_bands<0b11010010>(v);
}

// Bits above 26 stay clear: the masks choose what is shifted down for those.
template <class V>
PUZZLED_INLINE V next_stack(V v) {
  return choose(in_all<V>(0700700700), v << 6, v >> 3);
}
template <class V>
PUZZLED_INLINE V previous_stack(V v) {
  return choose(in_all<V>(0770770770), v << 3, v >> 6);
}
template <class V>
PUZZLED_INLINE V next_column(V v) {  // within its stack
  return choose(in_all<V>(0444444444), v << 2, v >> 1);
}
template <class V>
PUZZLED_INLINE V previous_column(V v) {
  return choose(in_all<V>(0666666666), v << 1, v >> 2);
}

/// What is neither in the next row of `v` nor in the previous one.
template <class V>
PUZZLED_INLINE V off_other_rows(V from, V v) {
  return and_neither(from, or3(v >> 9, v << 18, v >> 18), v << 9);
}

/// Candidates by digit. kTriples = 3: several boards side by side; vector d has digit d of each.
/// Else one board, and each vector has as many digits side by side as it has room for, which makes
/// one operation of three (kTriples = 1) or two: vector 3v + k has the digits k of triples v *
/// places, v * places + 1, …, where triple t is digits 3t, 3t + 1 and 3t + 2, and triple 0 again
/// where none is left. A chute (band_chute.hpp) has one triple, too, in the words of a vector. What
/// is asked of all digits of a cell is the same in all places.
template <class V, int kTriples = 3>
struct Digits {
  V digit[3 * kTriples];
};

/// Mini-rows or mini-columns, three digits a vector, as in sudoku::Packed.
template <class V, int kTriples = 3>
struct Packs {
  V triple[kTriples];  ///< of digits 3t, 3t + 1 and 3t + 2
};

/// A chute on its own: a vector as of one board, whose three words are digits instead of bands.
template <class V, int kTriples>
constexpr bool kIsChute = kTriples == 1 && sizeof(V) == 16;

/// f of the triples 0, 1 and 2; in other places, where the layout has them, f of the same in
/// another order.
template <class V, int kTriples, class Function>
PUZZLED_INLINE V of_triples(const V (&v)[kTriples], Function f) {
  if constexpr (kTriples == 3) return f(v[0], v[1], v[2]);
  if constexpr (kIsChute<V, kTriples>) return f(v[0], next_band(v[0]), previous_band(v[0]));
#if defined(__AVX2__)
  if constexpr (kTriples == 2) {
    const auto next = _mm256_permute2x128_si256(reinterpret_cast<__m256i>(v[0]),
                                                reinterpret_cast<__m256i>(v[1]), 0x21);
    return f(v[0], reinterpret_cast<V>(next), v[1]);
  }
#endif
#if defined(__AVX512VL__)
  if constexpr (kTriples == 1 && !kIsChute<V, kTriples>) {
    const auto bits = reinterpret_cast<__m512i>(v[0]);
    return f(v[0], reinterpret_cast<V>(_mm512_shuffle_i32x4(bits, bits, 0b01001001)),
             reinterpret_cast<V>(_mm512_shuffle_i32x4(bits, bits, 0b10010010)));
  }
#endif
}
template <class V, int kTriples>
PUZZLED_INLINE V or_triples(const V (&v)[kTriples]) {
  return of_triples(v, [](V a, V b, V c) { return or3(a, b, c); });
}
template <class V, int kTriples>
PUZZLED_INLINE V majority_of_triples(const V (&v)[kTriples]) {
  return of_triples(v, [](V a, V b, V c) { return majority(a, b, c); });
}

/// The last cell of every mini-row that has a candidate: the sum carries into it from the two
/// others.
template <class V>
PUZZLED_INLINE V any_of_mini_rows(V v) {
  const V two = in_all<V>(kMiniRows | kMiniRows << 1);
  return and_or(in_all<V>(kMiniRows << 2), (v & two) + two, v);
}

template <class V, int kTriples>
PUZZLED_INLINE Packs<V, kTriples> pack_mini_rows(const Digits<V, kTriples>& x) {
  Packs<V, kTriples> packed;
  for (int t = 0; t < kTriples; ++t) {
    const V a = x.digit[3 * t];
    const V b = x.digit[3 * t + 1];
    const V c = x.digit[3 * t + 2];
    const V first = any_of_mini_rows(a) >> 2;
    const V both = first | any_of_mini_rows(b) >> 1;
    packed.triple[t] = both | any_of_mini_rows(c);
  }
  return packed;
}

template <class V, int kTriples>
PUZZLED_INLINE Packs<V, kTriples> pack_mini_columns(const Digits<V, kTriples>& x) {
  Packs<V, kTriples> packed;
  for (int t = 0; t < kTriples; ++t) {
    const V a = x.digit[3 * t];
    const V b = x.digit[3 * t + 1];
    const V c = x.digit[3 * t + 2];
    const V first = or3(a, a >> 9, a >> 18) & in_all<V>(kMiniColumns);
    const V both = or_and(first, or3(b, b >> 9, b << 9), in_all<V>(kMiniColumns << 9));
    packed.triple[t] = or_and(both, or3(c, c << 9, c << 18), in_all<V>(kMiniColumns << 18));
  }
  return packed;
}

/// A product saves instructions, but takes up to ten cycles: where there is one triple only, each
/// operation waits for the one before.
#if defined(__AVX2__)
template <int kTriples>
constexpr bool kMultiplies = kTriples == 3;
#else
template <int kTriples>
constexpr bool kMultiplies = false;
#endif

/// Copies row 0 of every band to all three rows; a product does it in one instruction.
template <int kTriples, class V>
PUZZLED_INLINE V in_three_rows(V row) {
  if constexpr (kMultiplies<kTriples>) return row * in_all<V>(0001001001);
  return or3(row, row << 9, row << 18);
}

/// Copies the first cell of every mini-row to all three cells.
template <int kTriples, class V>
PUZZLED_INLINE V in_three_cells(V bit) {
  if constexpr (kMultiplies<kTriples>) return bit * in_all<V>(7);
  return (bit << 3) - bit;
}

/// The cells of all mini-rows in `packed` that belong to digit K of the three.
template <int K, int kTriples, class V>
PUZZLED_INLINE V cells_of_mini_rows(V packed) {
  if constexpr (K == 0) {
    return in_three_cells<kTriples>(packed & in_all<V>(kMiniRows));
  } else if constexpr (kMultiplies<kTriples>) {
    return in_three_cells<kTriples>((packed >> K) & in_all<V>(kMiniRows));
  } else {
    const V bit = packed & in_all<V>(kMiniRows << K);
    return (bit << (3 - K)) - (bit >> K);
  }
}

template <int K, int kTriples, class V>
PUZZLED_INLINE V cells_of_mini_columns(V packed) {
  if constexpr (K == 0) {
    return in_three_rows<kTriples>(packed & in_all<V>(kMiniColumns));
  } else if constexpr (kMultiplies<kTriples>) {
    return in_three_rows<kTriples>((packed >> (9 * K)) & in_all<V>(kMiniColumns));
  } else {
    const V row = packed & in_all<V>(kMiniColumns << (9 * K));
    return or3(row, row >> 9, K == 1 ? row << 9 : row >> 18);
  }
}

/// Removes the candidates outside the given mini-rows or mini-columns.
template <class V, int kTriples>
PUZZLED_INLINE void keep_mini_rows(Digits<V, kTriples>& x, const Packs<V, kTriples>& packed) {
  for (int t = 0; t < kTriples; ++t) {
    x.digit[3 * t] &= cells_of_mini_rows<0, kTriples>(packed.triple[t]);
    x.digit[3 * t + 1] &= cells_of_mini_rows<1, kTriples>(packed.triple[t]);
    x.digit[3 * t + 2] &= cells_of_mini_rows<2, kTriples>(packed.triple[t]);
  }
}

template <class V, int kTriples>
PUZZLED_INLINE void keep_mini_columns(Digits<V, kTriples>& x, const Packs<V, kTriples>& packed) {
  for (int t = 0; t < kTriples; ++t) {
    x.digit[3 * t] &= cells_of_mini_columns<0, kTriples>(packed.triple[t]);
    x.digit[3 * t + 1] &= cells_of_mini_columns<1, kTriples>(packed.triple[t]);
    x.digit[3 * t + 2] &= cells_of_mini_columns<2, kTriples>(packed.triple[t]);
  }
}

/// All cells of the boxes in which `cells` has one.
template <int kTriples, class V>
PUZZLED_INLINE V boxes_of(V cells) {
  const V column = or3(cells, cells >> 9, cells >> 18);
  if constexpr (kMultiplies<kTriples>) {
    return ((any_of_mini_rows(column) & in_all<V>(0444)) >> 2) * in_all<V>(0007007007);
  } else {
    return in_three_rows<kTriples>(
        in_three_cells<kTriples>(or3(column, column >> 1, column >> 2) & in_all<V>(0111)));
  }
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
