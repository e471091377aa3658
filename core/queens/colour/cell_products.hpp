// Multiplies the cells of one colour with those of the other, where rows of the one are columns of
// the other.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/simd/byte_counts.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

/// The sum of ours[i][j] theirs[j][i] over all i and j below kBlockSlots. A cell is below 2^15, so
/// two products are below 2^31, and all of them below 2^42.
std::uint64_t multiply_cells(const std::uint16_t* const* ours, const std::uint16_t* const* theirs) {
  constexpr int kWords = kVectorBytes / 2;
  Vector<std::uint64_t> sums{};
  for (int i = 0; i < kBlockSlots; i += 8) {
    for (int j = 0; j < kBlockSlots; j += kWords) {
      Bytes v[8];
#pragma GCC unroll 8
      for (int k = 0; k < 8; ++k) v[k] = load<Bytes>(ours[i + k] + j);
      transpose_8x8_words(v);
#pragma GCC unroll 8
      for (int k = 0; k < 8; ++k) {
        // Block b of v[k] has column j + 8 b + k, from row i on.
        const Bytes others = gather_blocks([&](int b) { return theirs[j + 8 * b + k] + i; });
        const auto two = reinterpret_cast<Vector<std::uint64_t>>(
            multiply_pairs(reinterpret_cast<Shorts>(v[k]), reinterpret_cast<Shorts>(others)));
        sums += (two & 0xFFFFFFFF) + (two >> 32);
      }
    }
  }
  std::uint64_t sum = 0;
  for (int i = 0; i < kVectorBytes / 8; ++i) sum += sums[i];
  return sum;
}

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
