// Eight lanes of each slot of a block become vectors of bits, one for each square that can follow:
// byte c says which of slot c's lanes leave the square free.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

/// By bit of State: which of eight lanes of each slot take that diagonal.
using Takers = Plane[64];

void find_takers(const BlockList& list, std::uint32_t layer, Takers& takers) {
  // A state has eight bytes; 16 bytes are two states. By byte of a state and lane:
  for (int pair = 0; pair < 4; ++pair) {
    Bytes v[16];
    for (int i = 0; i < 16; ++i) {
      v[i] = gather_blocks(
          [&](int block) { return list.slot(i + 16 * block) + 8 * layer + 2 * pair; });
    }
    transpose_16x16_bytes(v);
    for (int byte = 0; byte < 8; ++byte) {
      takers[8 * byte + 2 * pair] = reinterpret_cast<Plane>(v[byte]);
      takers[8 * byte + 2 * pair + 1] = reinterpret_cast<Plane>(v[8 + byte]);
    }
  }
  for (int byte = 0; byte < 8; ++byte) transpose_8x8_bits(takers + 8 * byte);
}

/// Of the lanes of a mask.
PUZZLED_INLINE void find_free_squares(const Takers& takers, Plane mask, const SquareBits* squares,
                                      int count, Plane* free) {
  for (int i = 0; i < count; ++i) {
    free[i] = and_neither(mask, takers[squares[i].sum], takers[squares[i].difference]);
  }
}

/// The lanes that leave a queen's square free.
PUZZLED_INLINE Plane free_of_queen(const Takers& takers, State queen) {
  return ~(takers[__builtin_ctzll(queen)] | takers[63 - __builtin_clzll(queen)]);
}

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
