// The kernel's few vector operations, in AVX2: 256 pairs a test. What each does is stated in
// vectors_avx512.hpp.
#pragma once

#include <immintrin.h>

#include "core/queens/meet/vectors.hpp"

namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA {

inline constexpr int kLanes = 256;

using Row = std::uint64_t __attribute__((vector_size(32)));

inline constexpr std::uint32_t kCyclesPerTest = 5;
inline constexpr std::uint32_t kCyclesPerBlock = 700;
inline constexpr std::uint32_t kCyclesPerFilter = 40;
inline constexpr std::uint32_t kKeysPerCycle = 1;
inline constexpr std::uint32_t kPairsPerCycle = 4;

/// For each set of kCount lanes, where the 32-bit parts of a compressed vector come from.
template <int kCount>
struct Gather {
  alignas(64) std::uint8_t from[1 << kCount][8];

  constexpr Gather() : from{} {
    constexpr int kParts = 8 / kCount;
    for (int set = 0; set < 1 << kCount; ++set) {
      int kept = 0;
      for (int lane = 0; lane < kCount; ++lane) {
        if ((set >> lane & 1) == 0) continue;
        for (int part = 0; part < kParts; ++part) {
          from[set][kept++] = static_cast<std::uint8_t>(lane * kParts + part);
        }
      }
    }
  }
};
static constexpr Gather<4> kGatherStates;
static constexpr Gather<8> kGatherKeys;

PUZZLED_INLINE __m256i load(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}
PUZZLED_INLINE void store(void* to, __m256i v) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), v);
}
PUZZLED_INLINE __m256i gather(__m256i from, const std::uint8_t* parts) {
  const __m256i index =
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(parts)));
  return _mm256_permutevar8x32_epi32(from, index);
}

template <bool kAdd>
PUZZLED_INLINE std::uint32_t filter_states(const State* in, std::uint32_t count, State queen,
                                           State* out) {
  const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(queen));
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += 4) {
    const __m256i states = load(in + i);
    const __m256i clear =
        _mm256_cmpeq_epi64(_mm256_and_si256(states, bits), _mm256_setzero_si256());
    auto fit = static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(clear)));
    if (count - i < 4) fit &= (1U << (count - i)) - 1;
    const __m256i added = kAdd ? _mm256_or_si256(states, bits) : states;
    store(out + kept, gather(added, kGatherStates.from[fit]));
    kept += static_cast<std::uint32_t>(__builtin_popcount(fit));
  }
  return kept;
}

PUZZLED_INLINE std::uint32_t add_row(const State* in, std::uint32_t count, State square,
                                     State* out) {
  const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(square));
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += 4) {
    const __m256i states = load(in + i);
    const __m256i clear =
        _mm256_cmpeq_epi64(_mm256_and_si256(states, bits), _mm256_setzero_si256());
    auto fit = static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(clear)));
    if (count - i < 4) fit &= (1U << (count - i)) - 1;
    const __m256i added = _mm256_or_si256(states, bits);
    const __m256i moved =
        _mm256_blend_epi32(_mm256_srli_epi32(added, 1), _mm256_slli_epi32(added, 1), 0xAA);
    store(out + kept, gather(moved, kGatherStates.from[fit]));
    kept += static_cast<std::uint32_t>(__builtin_popcount(fit));
  }
  return kept;
}

template <int kBytes>
PUZZLED_INLINE void pack_keys(const State* in, std::uint32_t count, const KeyBits& bits, Keys out) {
  // pext gathers bits in rising order. That is the order of KeyBits for tops; for bottoms it is,
  // too, once the halves of the state change places.
  const auto from = [&](int k, int j) { return static_cast<int>(bits.from[k] >> (8 * j) & 63); };
  constexpr int kUnused = 63;
  bool turned = false;
  std::uint64_t masks[5] = {};
  for (int k = 0; k < kBytes; ++k) {
    for (int j = 0; j < 8 && from(k, j) != kUnused; ++j) {
      masks[k] |= std::uint64_t{1} << from(k, j);
      turned |= j > 0 && from(k, j) < from(k, j - 1);
    }
  }
  const int turn = turned ? 32 : 0;
  const auto rotated = [&](std::uint64_t x) { return x << turn | x >> (-turn & 63); };
  for (std::uint64_t& mask : masks) mask = rotated(mask);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t state = rotated(in[i]);
    std::uint64_t low = _pext_u64(state, masks[0]) | _pext_u64(state, masks[1]) << 8 |
                        _pext_u64(state, masks[2]) << 16;
    if constexpr (kBytes > 3) low |= _pext_u64(state, masks[3]) << 24;
    if constexpr (kBytes > 4) {
      out.high[i] = static_cast<std::uint8_t>(_pext_u64(state, masks[4]));
    }
    out.low[i] = static_cast<std::uint32_t>(low);
  }
}

template <bool kHigh>
PUZZLED_INLINE std::uint32_t filter_keys(Keys in, std::uint32_t count, std::uint64_t key,
                                         Keys out) {
  const __m256i low = _mm256_set1_epi32(static_cast<int>(key));
  const __m128i high = _mm_set1_epi8(static_cast<char>(key >> 32));
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += 8) {
    const __m256i lows = load(in.low + i);
    const __m256i clear = _mm256_cmpeq_epi32(_mm256_and_si256(lows, low), _mm256_setzero_si256());
    auto fit = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(clear)));
    if (count - i < 8) fit &= (1U << (count - i)) - 1;
    if constexpr (kHigh) {
      std::uint64_t highs;
      std::memcpy(&highs, in.high + i, 8);
      const __m128i masked = _mm_and_si128(_mm_cvtsi64_si128(static_cast<long long>(highs)), high);
      fit &= static_cast<std::uint32_t>(
          _mm_movemask_epi8(_mm_cmpeq_epi8(masked, _mm_setzero_si128())));
      const std::uint64_t bytes = _pdep_u64(fit, 0x0101010101010101) * 0xFF;
      const std::uint64_t fitting = _pext_u64(highs, bytes);
      std::memcpy(out.high + kept, &fitting, 8);
    }
    store(out.low + kept, gather(lows, kGatherKeys.from[fit]));
    kept += static_cast<std::uint32_t>(__builtin_popcount(fit));
  }
  return kept;
}

template <int kBytes>
PUZZLED_INLINE void split_keys(Keys keys, std::uint32_t count, Row* rows) {
  // Bytes 0 of four keys, then bytes 1, 2 and 3; then the halves of a vector brought together.
  const __m256i by_bytes = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0,
                                            4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m256i by_words = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (std::uint32_t i = 0; i < count; i += 32) {
    __m256i v[4];  // word k of each: bytes k of eight keys
    for (int j = 0; j < 4; ++j) {
      v[j] = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(load(keys.low + i + 8 * j), by_bytes),
                                         by_words);
    }
    const __m256i even01 = _mm256_unpacklo_epi64(v[0], v[1]);
    const __m256i odd01 = _mm256_unpackhi_epi64(v[0], v[1]);
    const __m256i even23 = _mm256_unpacklo_epi64(v[2], v[3]);
    const __m256i odd23 = _mm256_unpackhi_epi64(v[2], v[3]);
    __m256i bytes[5];
    bytes[0] = _mm256_permute2x128_si256(even01, even23, 0x20);
    bytes[1] = _mm256_permute2x128_si256(odd01, odd23, 0x20);
    bytes[2] = _mm256_permute2x128_si256(even01, even23, 0x31);
    bytes[3] = _mm256_permute2x128_si256(odd01, odd23, 0x31);
    if constexpr (kBytes > 4) bytes[4] = load(keys.high + i);
    for (int k = 0; k < kBytes; ++k) {
#pragma GCC unroll 8
      for (int bit = 7; bit >= 0; --bit) {
        const auto lanes = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes[k]));
        std::memcpy(reinterpret_cast<char*>(rows + 8 * k + bit) + i / 8, &lanes, sizeof(lanes));
        bytes[k] = _mm256_add_epi8(bytes[k], bytes[k]);
      }
    }
  }
}

}  // namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA

#include "core/queens/meet/plain_rows.hpp"
