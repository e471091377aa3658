// Bit matrices transposed: between planes, which hold one bit of many lanes, and bytes, which hold
// eight bits of one lane. And bytes moved within blocks of 128 bits, as every level can.
//
//   planes 0..7        bits_to_bytes     a byte for each lane
//   [lane lane …] ×8  ──────────────▶   [byte byte byte …]        bit k of it is from plane k
//                     ◀──────────────
//                      bytes_to_bits
//
// The byte of a lane has its own place, its slot; lane_of_slot() says which. Where planes are made
// of bytes and become bytes again, it does not matter.
#pragma once

#include <utility>

#include "core/simd/logic.hpp"

namespace puzzled::simd::PUZZLED_LEVEL {
namespace {

using Bytes = Vector<std::uint8_t>;

/// A bit of each lane.
using Plane = Vector<std::uint64_t>;
constexpr int kLanes = 8 * kVectorBytes;

/// Byte i of the result is byte kIndex[i] of a and b together.
template <std::size_t... kIndex, class V>
PUZZLED_INLINE V pick_bytes(V a, V b) {
#if defined(__clang__)
  return __builtin_shufflevector(a, b, static_cast<int>(kIndex)...);
#else
  return __builtin_shuffle(a, b, V{static_cast<std::uint8_t>(kIndex)...});
#endif
}

// Interleaves the low (high) halves of each 128-bit block.
template <int kHalf, std::size_t... kIndex>
PUZZLED_INLINE Bytes interleave(Bytes a, Bytes b, std::index_sequence<kIndex...>) {
  return pick_bytes<(kIndex / 16 * 16 + 8 * kHalf + kIndex % 16 / 2 +
                     kIndex % 2 * kVectorBytes)...>(a, b);
}
PUZZLED_INLINE Bytes interleave_low(Bytes a, Bytes b) {
  return interleave<0>(a, b, std::make_index_sequence<kVectorBytes>());
}
PUZZLED_INLINE Bytes interleave_high(Bytes a, Bytes b) {
  return interleave<1>(a, b, std::make_index_sequence<kVectorBytes>());
}

template <std::size_t... kIndex>
PUZZLED_INLINE Bytes transpose_words(Bytes v, std::index_sequence<kIndex...>) {
  return pick_bytes<(kIndex / 4 % 4 * (kVectorBytes / 4) + kIndex / 16 * 4 + kIndex % 4)...>(v, v);
}
/// Words of 32 bits: word w of block b is what was word b of quarter w of the vector.
PUZZLED_INLINE Bytes transpose_words(Bytes v) {
  return transpose_words(v, std::make_index_sequence<kVectorBytes>());
}

/// In each block of 128 bits, of kVectors vectors (a power of two): turns the joint index (vector,
/// byte) left by kStages bits.
template <int kVectors, int kStages>
PUZZLED_INLINE void rotate_index(Bytes* v) {
#pragma GCC unroll 4
  for (int stage = 0; stage < kStages; ++stage) {
    Bytes t[kVectors];
#pragma GCC unroll 8
    for (int i = 0; i < kVectors / 2; ++i) {
      t[2 * i] = interleave_low(v[i], v[i + kVectors / 2]);
      t[2 * i + 1] = interleave_high(v[i], v[i + kVectors / 2]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < kVectors; ++i) v[i] = t[i];
  }
}

/// In each block of 128 bits: byte i of vector k becomes byte k of vector i. Its own inverse.
PUZZLED_INLINE void transpose_16x16_bytes(Bytes* v) {
  rotate_index<16, 4>(v);
}

// Interleaves the low (high) halves of each 128-bit block, by words of 16 bits.
template <int kHalf, std::size_t... kIndex>
PUZZLED_INLINE Bytes interleave_words(Bytes a, Bytes b, std::index_sequence<kIndex...>) {
  return pick_bytes<(kIndex / 16 * 16 + 8 * kHalf + kIndex % 16 / 4 * 2 + kIndex % 2 +
                     kIndex % 4 / 2 * kVectorBytes)...>(a, b);
}

/// Of eight vectors, in each block of 128 bits: word i (of 16 bits) of vector k becomes word k of
/// vector i. Its own inverse.
PUZZLED_INLINE void transpose_8x8_words(Bytes* v) {
  using Index = std::make_index_sequence<kVectorBytes>;
#pragma GCC unroll 3
  for (int stage = 0; stage < 3; ++stage) {
    Bytes t[8];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      t[2 * i] = interleave_words<0>(v[i], v[i + 4], Index());
      t[2 * i + 1] = interleave_words<1>(v[i], v[i + 4], Index());
    }
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) v[i] = t[i];
  }
}

/// A vector of blocks of 128 bits, each from `at(number of the block)`.
template <class At>
PUZZLED_INLINE Bytes gather_blocks(const At& at) {
#if defined(__AVX512BW__) && !defined(PUZZLED_SHORT_VECTORS)
  const auto block = [&](int i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at(i)));
  };
  __m512i blocks = _mm512_castsi128_si512(block(0));
  blocks = _mm512_inserti32x4(blocks, block(1), 1);
  blocks = _mm512_inserti32x4(blocks, block(2), 2);
  return reinterpret_cast<Bytes>(_mm512_inserti32x4(blocks, block(3), 3));
#elif defined(__AVX2__) && !defined(PUZZLED_SHORT_VECTORS)
  const auto block = [&](int i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at(i)));
  };
  return reinterpret_cast<Bytes>(
      _mm256_inserti128_si256(_mm256_castsi128_si256(block(0)), block(1), 1));
#else
  return load<Bytes>(at(0));
#endif
}

/// Of eight vectors: bit i of a byte of vector k becomes bit k of that byte of vector i. Its own
/// inverse. (Hacker's Delight 7-3, with vectors for bytes: exchanges 4x4, 2x2 and 1x1 blocks.)
PUZZLED_INLINE void transpose_8x8_bits(Plane* v) {
#pragma GCC unroll 3
  for (int j = 4; j > 0; j /= 2) {
    const std::uint64_t low = j == 4   ? 0x0F0F0F0F0F0F0F0F
                              : j == 2 ? 0x3333333333333333
                                       : 0x5555555555555555;
    const auto mask = broadcast<Plane>(low);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
      if ((k & j) != 0) continue;
      const Plane exchanged =
          ternary(v[k] >> j, v[k + j], mask, [](auto x, auto y, auto z) { return (x ^ y) & z; });
      v[k + j] ^= exchanged;
      v[k] ^= exchanged << j;
    }
  }
}

/// The lane of a slot.
constexpr int lane_of_slot(int slot) {
  return slot % kVectorBytes * 8 + slot / kVectorBytes;
}

/// Bit k of bytes[slot] is the slot's lane in planes[k].
PUZZLED_INLINE void bits_to_bytes(const Plane* planes, std::uint8_t* bytes) {
  Plane v[8];
  for (int k = 0; k < 8; ++k) v[k] = planes[k];
  transpose_8x8_bits(v);
  for (int k = 0; k < 8; ++k) store(bytes + k * kVectorBytes, v[k]);
}

/// The inverse of bits_to_bytes().
PUZZLED_INLINE void bytes_to_bits(const std::uint8_t* bytes, Plane* planes) {
  Plane v[8];
  for (int k = 0; k < 8; ++k) v[k] = load<Plane>(bytes + k * kVectorBytes);
  transpose_8x8_bits(v);
  for (int k = 0; k < 8; ++k) planes[k] = v[k];
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
