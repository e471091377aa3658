// Bit matrices turned: between planes, which hold one bit of many lanes, and bytes, which hold
// eight bits of one lane.
//
//   planes 0..7        bits_to_bytes     a byte for each lane
//   [lane lane …] ×8  ──────────────▶   [byte byte byte …]        bit k of it is from plane k
//                     ◀──────────────
//                      bytes_to_bits
//
// Bytes are moved within blocks of 128 bits only, as every level can. That permutes the lanes: the
// byte of a lane has its own place, its slot.
//
//   slot  v * kVectorBytes + 16 * block + byte   (vector v of the bytes)
//   lane  128 * block + 16 * v + byte            (bit of a plane)
//
// lane_of_slot() says which; where planes are made of bytes and become bytes again, it does not
// matter.
#pragma once

#include <utility>

#include "core/simd/vector.hpp"

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

template <class V, std::size_t... kIndex>
PUZZLED_INLINE V even_bytes(V v, std::index_sequence<kIndex...>) {
  return pick_bytes<(2 * kIndex % sizeof v)...>(v, v);
}
/// The bytes 0, 2, 4, … in the lower half; the upper half means nothing.
template <class V>
PUZZLED_INLINE V even_bytes(V v) {
  return even_bytes(v, std::make_index_sequence<sizeof v>());
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

// In each word of 64 bits, a matrix of 8 by 8 turned. `from_planes` takes byte k (see kReversed) as
// that of plane k and gives byte k to slot k; `to_planes` is its inverse.
#if defined(__GFNI__) && defined(__AVX512VL__)
// A product with a unit matrix: out.byte[k].bit[i] = in.byte[7 - i].bit[k]. So planes come in
// reversed, and slots lie in reverse: their lanes are 7 - k of 8.
constexpr bool kReversed = true;
PUZZLED_INLINE Bytes multiply_by(std::uint64_t matrix, Bytes v) {
  return reinterpret_cast<Bytes>(_mm512_gf2p8affine_epi64_epi8(
      _mm512_set1_epi64(static_cast<long long>(matrix)), reinterpret_cast<__m512i>(v), 0));
}
PUZZLED_INLINE Bytes from_planes(Bytes v) {
  return multiply_by(0x0102040810204080, v);
}
PUZZLED_INLINE Bytes to_planes(Bytes v) {
  return multiply_by(0x8040201008040201, v);
}
#else
constexpr bool kReversed = false;
// Hacker's Delight, 7-3: swaps 1x1, 2x2 and 4x4 blocks across the diagonal.
PUZZLED_INLINE Bytes from_planes(Bytes bytes) {
  auto v = reinterpret_cast<Plane>(bytes);
  Plane t = (v ^ (v >> 7)) & broadcast<Plane>(std::uint64_t{0x00AA00AA00AA00AA});
  v ^= t ^ (t << 7);
  t = (v ^ (v >> 14)) & broadcast<Plane>(std::uint64_t{0x0000CCCC0000CCCC});
  v ^= t ^ (t << 14);
  t = (v ^ (v >> 28)) & broadcast<Plane>(std::uint64_t{0x00000000F0F0F0F0});
  v ^= t ^ (t << 28);
  return reinterpret_cast<Bytes>(v);
}
PUZZLED_INLINE Bytes to_planes(Bytes v) {
  return from_planes(v);
}
#endif

/// The lane of a slot.
constexpr int lane_of_slot(int slot) {
  const int vector = slot / kVectorBytes;
  const int block = slot % kVectorBytes / 16;
  return 128 * block + 16 * vector + (slot % 16 ^ (kReversed ? 7 : 0));
}

/// Bit k of bytes[slot] is the slot's lane in planes[k].
PUZZLED_INLINE void bits_to_bytes(const Plane* planes, std::uint8_t* bytes) {
  Bytes v[8];
  for (int k = 0; k < 8; ++k) v[k] = reinterpret_cast<Bytes>(planes[kReversed ? 7 - k : k]);
  rotate_index<8, 3>(v);
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) store(bytes + k * kVectorBytes, from_planes(v[k]));
}

/// The inverse of bits_to_bytes(), of bytes in registers.
PUZZLED_INLINE void bytes_to_bits(Bytes* v, Plane* planes) {
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) v[k] = to_planes(v[k]);
  rotate_index<8, 4>(v);
  for (int k = 0; k < 8; ++k) planes[k] = reinterpret_cast<Plane>(v[k]);
}

/// The same of bytes in memory.
PUZZLED_INLINE void bytes_to_bits(const std::uint8_t* bytes, Plane* planes) {
  Bytes v[8];
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) v[k] = load<Bytes>(bytes + k * kVectorBytes);
  bytes_to_bits(v, planes);
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
