// Eight lanes of each slot of a block become vectors of bits, one for each square that can follow:
// byte c says which of slot c's lanes leave the square free.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

/// 16 bytes of slots number, number + 16, ... from `offset` on: block b of the result is of slot
/// number + 16 b.
PUZZLED_INLINE Bytes gather_blocks(const BlockList& list, int layer, int number, int offset) {
  const auto* const first =
      reinterpret_cast<const std::uint8_t*>(list.slot(number) + 8 * layer) + offset;
  const std::size_t step = std::size_t{16} * 64 * list.stride;
  (void)step;
#if defined(__AVX512BW__)
  const auto at = [&](int i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(first + i * step));
  };
  __m512i blocks = _mm512_castsi128_si512(at(0));
  blocks = _mm512_inserti32x4(blocks, at(1), 1);
  blocks = _mm512_inserti32x4(blocks, at(2), 2);
  return reinterpret_cast<Bytes>(_mm512_inserti32x4(blocks, at(3), 3));
#elif defined(__AVX2__)
  const auto at = [&](int i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(first + i * step));
  };
  return reinterpret_cast<Bytes>(_mm256_inserti128_si256(_mm256_castsi128_si256(at(0)), at(1), 1));
#else
  return load<Bytes>(first);
#endif
}

void find_free_squares(const BlockList& list, int layer, const SquareBits* squares, int count,
                       Plane* free) {
  // Which lanes take each of the 64 diagonals. A state has eight bytes; 16 bytes are two states.
  Plane bytes[8][8];  // by byte of a state and lane
  for (int pair = 0; pair < 4; ++pair) {
    Bytes v[16];
    for (int i = 0; i < 16; ++i) v[i] = gather_blocks(list, layer, i, 16 * pair);
    transpose_16x16_bytes(v);
    for (int byte = 0; byte < 8; ++byte) {
      bytes[byte][2 * pair] = reinterpret_cast<Plane>(v[byte]);
      bytes[byte][2 * pair + 1] = reinterpret_cast<Plane>(v[8 + byte]);
    }
  }
  for (Plane* byte = bytes[0]; byte != bytes[0] + 64; byte += 8) transpose_8x8_bits(byte);
  const Plane* const takers = bytes[0];
  for (int i = 0; i < count; ++i) {
    free[i] = ~(takers[squares[i].sum] | takers[squares[i].difference]);
  }
}

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
