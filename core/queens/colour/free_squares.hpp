// Eight lanes of each slot of a block become vectors of bits, one for each square that can follow:
// byte c says which of slot c's lanes leave the square free.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

void find_free_squares(const BlockList& list, int layer, const SquareBits* squares, int count,
                       Plane* free) {
  // Which lanes take each of the 64 diagonals. A state has eight bytes; 16 bytes are two states.
  Plane bytes[8][8];  // by byte of a state and lane
  for (int pair = 0; pair < 4; ++pair) {
    Bytes v[16];
    for (int i = 0; i < 16; ++i) {
      v[i] = gather_blocks(
          [&](int block) { return list.slot(i + 16 * block) + 8 * layer + 2 * pair; });
    }
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
