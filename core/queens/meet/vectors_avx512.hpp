// The kernel's few vector operations, in AVX-512: 512 pairs a test.
#pragma once

#include <immintrin.h>

#include "core/queens/meet/vectors.hpp"

namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA {

inline constexpr int kLanes = 512;

using Row = __m512i;

// Costs of the steps, from which the joins are chosen; measured on Zen 5.
inline constexpr std::uint32_t kCyclesPerTest = 3;
inline constexpr std::uint32_t kCyclesPerBlock = 350;
inline constexpr std::uint32_t kCyclesPerFilter = 40;
inline constexpr std::uint32_t kKeysPerCycle = 2;
inline constexpr std::uint32_t kPairsPerCycle = 8;

PUZZLED_INLINE Row all_ones() {
  return _mm512_set1_epi64(-1);
}
PUZZLED_INLINE Row first_lanes(int count) {
  alignas(64) std::uint64_t words[8];
  for (int word = 0; word < 8; ++word) words[word] = low_bits(count - 64 * word);
  return _mm512_load_si512(words);
}
PUZZLED_INLINE Row and_not(Row a, Row not_b) {
  return _mm512_andnot_si512(not_b, a);
}

PUZZLED_INLINE std::uint32_t count_bits(__mmask16 mask) {
  return static_cast<std::uint32_t>(__builtin_popcount(mask));
}

/// Appends to `out` the states that have no bit of `queen`; with kAdd, they get them.
/// Both arrays may be read and written up to 16 elements past their ends.
template <bool kAdd>
PUZZLED_INLINE std::uint32_t filter_states(const State* in, std::uint32_t count, State queen,
                                           State* out) {
  // Lists are short, so that a loop for the rest would cost a mispredicted branch each time: the
  // last step is masked like all others (18 queens: 58 cycles a list of 106 states, not 73).
  const __m512i bits = _mm512_set1_epi64(static_cast<long long>(queen));
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += 16) {
    const std::uint32_t among = count - i < 16 ? (1U << (count - i)) - 1 : 0xFFFF;
    if constexpr (!kAdd) {
      // Lists of the two-sided engine are long, and come from memory: 24 queens 3 % faster.
      constexpr std::uint32_t kAhead = 256;
      _mm_prefetch(reinterpret_cast<const char*>(in + i + kAhead), _MM_HINT_T0);
      _mm_prefetch(reinterpret_cast<const char*>(in + i + kAhead + 8), _MM_HINT_T0);
    }
#pragma GCC unroll 2
    for (std::uint32_t half = 0; half < 2; ++half) {
      const __m512i states = _mm512_loadu_si512(in + i + 8 * half);
      const __mmask8 fit =
          _mm512_mask_testn_epi64_mask(static_cast<__mmask8>(among >> (8 * half)), states, bits);
      const __m512i added = kAdd ? _mm512_or_si512(states, bits) : states;
      _mm512_storeu_si512(out + kept, _mm512_maskz_compress_epi64(fit, added));
      kept += count_bits(fit);
    }
  }
  return kept;
}

/// Appends to `out` the states with a queen in the next row, if it is not attacked there: states as
/// seen from that row become states as seen from the row after it (see two_sided.hpp).
/// Both arrays may be read and written up to 8 elements past their ends.
PUZZLED_INLINE std::uint32_t add_row(const State* in, std::uint32_t count, State square,
                                     State* out) {
  const __m512i bits = _mm512_set1_epi64(static_cast<long long>(square));
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += 8) {
    const auto among = static_cast<__mmask8>(count - i < 8 ? (1U << (count - i)) - 1 : 0xFF);
    const __m512i states = _mm512_loadu_si512(in + i);
    const __mmask8 fit = _mm512_mask_testn_epi64_mask(among, states, bits);
    const __m512i added = _mm512_or_si512(states, bits);
    const __m512i moved =
        _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi32(added, 1), _mm512_slli_epi32(added, 1));
    _mm512_storeu_si512(out + kept, _mm512_maskz_compress_epi64(fit, moved));
    kept += count_bits(fit);
  }
  return kept;
}

/// Gathers the bits of states that `bits` names into keys: byte k of a key has those of
/// bits.from[k]. All arrays may be read and written up to 16 elements past their ends.
template <int kBytes>
PUZZLED_INLINE void pack_keys(const State* in, std::uint32_t count, const KeyBits& bits, Keys out) {
  constexpr std::uint32_t kChunk = 512;
  alignas(64) std::uint64_t bytes[5][kChunk / 8];
  __m512i from[5];
  for (int k = 0; k < kBytes; ++k) {
    from[k] = _mm512_set1_epi64(static_cast<long long>(bits.from[k]));
  }
  for (std::uint32_t begin = 0; begin < count; begin += kChunk) {
    const std::uint32_t size = count - begin < kChunk ? count - begin : kChunk;
    for (std::uint32_t i = 0; i < size; i += 8) {
      const __m512i states = _mm512_loadu_si512(in + begin + i);
#pragma GCC unroll 5
      for (int k = 0; k < kBytes; ++k) {
        bytes[k][i / 8] = _cvtmask64_u64(_mm512_bitshuffle_epi64_mask(states, from[k]));
      }
    }
    for (std::uint32_t i = 0; i < size; i += 16) {
      const auto plane = [&](int k) {
        return _mm512_cvtepu8_epi32(
            _mm_load_si128(reinterpret_cast<const __m128i*>(&bytes[k][i / 8])));
      };
      __m512i low = plane(0);
      low = _mm512_or_si512(low, _mm512_slli_epi32(plane(1), 8));
      low = _mm512_or_si512(low, _mm512_slli_epi32(plane(2), 16));
      if constexpr (kBytes > 3) low = _mm512_or_si512(low, _mm512_slli_epi32(plane(3), 24));
      _mm512_storeu_si512(out.low + begin + i, low);
      if constexpr (kBytes > 4) {
        std::memcpy(out.high + begin + i, &bytes[4][i / 8], 16);
      }
    }
  }
}

/// Appends to `out` the keys that have no bit of `key`.
/// All arrays may be read and written up to 64 elements past their ends.
template <bool kHigh>
PUZZLED_INLINE std::uint32_t filter_keys(Keys in, std::uint32_t count, std::uint64_t key,
                                         Keys out) {
  const __m512i low = _mm512_set1_epi32(static_cast<int>(key));
  std::uint32_t kept = 0;
  if constexpr (kHigh) {
    const __m512i high = _mm512_set1_epi8(static_cast<char>(key >> 32));
    for (std::uint32_t i = 0; i < count; i += 64) {
      const __m512i highs = _mm512_loadu_si512(in.high + i);
      const std::uint64_t among = low_bits(static_cast<int>(count - i < 64 ? count - i : 64));
      const std::uint64_t fit_high = among & _mm512_testn_epi8_mask(highs, high);
      const std::uint32_t before = kept;
      std::uint64_t fit = 0;
#pragma GCC unroll 4
      for (int quarter = 0; quarter < 4; ++quarter) {
        const __m512i lows = _mm512_loadu_si512(in.low + i + 16 * quarter);
        const __mmask16 fit_low = _mm512_mask_testn_epi32_mask(
            static_cast<__mmask16>(fit_high >> (16 * quarter)), lows, low);
        _mm512_storeu_si512(out.low + kept, _mm512_maskz_compress_epi32(fit_low, lows));
        kept += count_bits(fit_low);
        fit |= static_cast<std::uint64_t>(fit_low) << (16 * quarter);
      }
      _mm512_storeu_si512(out.high + before, _mm512_maskz_compress_epi8(fit, highs));
    }
  } else {
    std::uint32_t i = 0;
    for (; i + 16 <= count; i += 16) {
      const __m512i lows = _mm512_loadu_si512(in.low + i);
      const __mmask16 fit = _mm512_testn_epi32_mask(lows, low);
      _mm512_storeu_si512(out.low + kept, _mm512_maskz_compress_epi32(fit, lows));
      kept += count_bits(fit);
    }
    if (i < count) {
      const __m512i lows = _mm512_loadu_si512(in.low + i);
      const __mmask16 among = static_cast<__mmask16>((1U << (count - i)) - 1);
      const __mmask16 fit = _mm512_mask_testn_epi32_mask(among, lows, low);
      _mm512_storeu_si512(out.low + kept, _mm512_maskz_compress_epi32(fit, lows));
      kept += count_bits(fit);
    }
  }
  return kept;
}

// Row i of the result has word i of each row.
PUZZLED_INLINE void transpose_words(Row* v) {
  __m512i t[8];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    t[2 * i] = _mm512_unpacklo_epi64(v[2 * i], v[2 * i + 1]);
    t[2 * i + 1] = _mm512_unpackhi_epi64(v[2 * i], v[2 * i + 1]);
  }
#pragma GCC unroll 2
  for (int odd = 0; odd < 2; ++odd) {
    const __m512i a = _mm512_shuffle_i64x2(t[odd], t[2 + odd], 0x88);
    const __m512i b = _mm512_shuffle_i64x2(t[4 + odd], t[6 + odd], 0x88);
    const __m512i c = _mm512_shuffle_i64x2(t[odd], t[2 + odd], 0xDD);
    const __m512i d = _mm512_shuffle_i64x2(t[4 + odd], t[6 + odd], 0xDD);
    v[odd] = _mm512_shuffle_i64x2(a, b, 0x88);
    v[4 + odd] = _mm512_shuffle_i64x2(a, b, 0xDD);
    v[2 + odd] = _mm512_shuffle_i64x2(c, d, 0x88);
    v[6 + odd] = _mm512_shuffle_i64x2(c, d, 0xDD);
  }
}

/// Turns up to kLanes keys into a row for each bit: lane i of row b has bit b of key i. Keys are
/// read, and lanes mean nothing, past `count`.
template <int kBytes>
PUZZLED_INLINE void split_keys(Keys keys, std::uint32_t count, Row* rows) {
  // Bytes 0 of sixteen keys, then bytes 1, 2 and 3; each eight of them the other way round, for
  // which see below.
  alignas(64) static constexpr std::uint8_t kByBytes[64] = {
      28, 24, 20, 16, 12, 8,  4, 0, 60, 56, 52, 48, 44, 40, 36, 32,  //
      29, 25, 21, 17, 13, 9,  5, 1, 61, 57, 53, 49, 45, 41, 37, 33,  //
      30, 26, 22, 18, 14, 10, 6, 2, 62, 58, 54, 50, 46, 42, 38, 34,  //
      31, 27, 23, 19, 15, 11, 7, 3, 63, 59, 55, 51, 47, 43, 39, 35};
  // Bytes 0 of eight words, then bytes 1 …
  alignas(64) static constexpr std::uint8_t kByWords[64] = {
      0, 8,  16, 24, 32, 40, 48, 56, 1, 9,  17, 25, 33, 41, 49, 57,  //
      2, 10, 18, 26, 34, 42, 50, 58, 3, 11, 19, 27, 35, 43, 51, 59,  //
      4, 12, 20, 28, 36, 44, 52, 60, 5, 13, 21, 29, 37, 45, 53, 61,  //
      6, 14, 22, 30, 38, 46, 54, 62, 7, 15, 23, 31, 39, 47, 55, 63};
  const __m512i by_bytes = _mm512_load_si512(kByBytes);
  const __m512i by_words = _mm512_load_si512(kByWords);
  // Multiplying the unit vectors by a matrix of eight keys' bytes transposes it; the instruction
  // takes the matrix with its last row first.
  const __m512i units = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201U));
  const __m512i backwards =
      _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607));
  const auto turned = [&](__m512i bytes) {
    return _mm512_permutexvar_epi8(by_words, _mm512_gf2p8affine_epi64_epi8(units, bytes, 0));
  };
  alignas(64) Row words[5][8] = {};
  const int groups = static_cast<int>((count + 63) / 64);
  for (int group = 0; group < groups; ++group) {
    __m512i v[4];
    for (int i = 0; i < 4; ++i) {
      v[i] = _mm512_permutexvar_epi8(by_bytes, _mm512_loadu_si512(keys.low + 64 * group + 16 * i));
    }
    const __m512i a = _mm512_shuffle_i64x2(v[0], v[1], 0x44);
    const __m512i b = _mm512_shuffle_i64x2(v[2], v[3], 0x44);
    const __m512i c = _mm512_shuffle_i64x2(v[0], v[1], 0xEE);
    const __m512i d = _mm512_shuffle_i64x2(v[2], v[3], 0xEE);
    words[0][group] = turned(_mm512_shuffle_i64x2(a, b, 0x88));
    words[1][group] = turned(_mm512_shuffle_i64x2(a, b, 0xDD));
    words[2][group] = turned(_mm512_shuffle_i64x2(c, d, 0x88));
    if constexpr (kBytes > 3) words[3][group] = turned(_mm512_shuffle_i64x2(c, d, 0xDD));
    if constexpr (kBytes > 4) {
      const __m512i high = _mm512_loadu_si512(keys.high + 64 * group);
      words[4][group] = turned(_mm512_shuffle_epi8(high, backwards));
    }
  }
  for (int k = 0; k < kBytes; ++k) {
    transpose_words(words[k]);
    for (int b = 0; b < 8; ++b) rows[8 * k + b] = words[k][b];
  }
}

/// Over all keys, the lanes left when the rows of its bytes, of which the bits of `live` count, are
/// taken from the tables and ANDed.
/// Table k begins at row 256 k.
template <int kBytes>
PUZZLED_INLINE std::uint64_t count_fits(const Row* tables, Keys keys, std::uint32_t count,
                                        std::uint64_t live) {
  // A byte is shifted to where it is an offset in its table, and masked there. Shifts by registers,
  // which the compiler must not know, take one instruction instead of two; with that, and with the
  // loop unrolled twice, a test takes 3.0 cycles and not 3.8.
  std::uint64_t shifts[4] = {6, 2, 10, 18};
  asm("" : "+r"(shifts[0]), "+r"(shifts[1]), "+r"(shifts[2]), "+r"(shifts[3]));
  std::uint64_t masks[5];
  for (int k = 0; k < 5; ++k) masks[k] = (live >> (8 * k) & 255) << 6;
  const auto* const base = reinterpret_cast<const char*>(tables);
  const auto test = [&](std::uint64_t key, std::uint64_t high) {
    const auto row = [&](int k, std::uint64_t shifted) {
      return _mm512_load_si512(base + k * 256 * 64 + (shifted & masks[k]));
    };
    const __m512i first = _mm512_ternarylogic_epi64(
        row(0, key << shifts[0]), row(1, key >> shifts[1]), row(2, key >> shifts[2]), 0x80);
    if constexpr (kBytes == 3) return first;
    if constexpr (kBytes == 4) return _mm512_and_si512(first, row(3, key >> shifts[3]));
    if constexpr (kBytes == 5) {
      return _mm512_ternarylogic_epi64(first, row(3, key >> shifts[3]), row(4, high << 6), 0x80);
    }
  };
  const auto high = [&](std::uint32_t i) {
    return kBytes > 4 ? std::uint64_t{keys.high[i]} : std::uint64_t{0};
  };
  __m512i sums[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
  std::uint64_t i = 0;
  for (; i + 2 <= count; i += 2) {
    sums[0] = _mm512_add_epi64(sums[0], _mm512_popcnt_epi64(test(keys.low[i], high(i))));
    sums[1] = _mm512_add_epi64(sums[1], _mm512_popcnt_epi64(test(keys.low[i + 1], high(i + 1))));
  }
  if (i < count) {
    sums[0] = _mm512_add_epi64(sums[0], _mm512_popcnt_epi64(test(keys.low[i], high(i))));
  }
  return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(_mm512_add_epi64(sums[0], sums[1])));
}

}  // namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA
