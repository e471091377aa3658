// Rows and their counts where no instruction counts the bits of vectors: for AVX2 and for the
// portable kernel. Row and kLanes are defined before this is included.
#pragma once

#include "core/queens/meet/vectors.hpp"

namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA {

PUZZLED_INLINE Row all_ones() {
  return ~Row{};
}
PUZZLED_INLINE Row first_lanes(int count) {
  Row row{};
  for (int word = 0; word < kLanes / 64; ++word) row[word] = low_bits(count - 64 * word);
  return row;
}
PUZZLED_INLINE Row and_not(Row a, Row not_b) {
  return a & ~not_b;
}

PUZZLED_INLINE std::uint64_t count_row(Row row) {
  std::uint64_t count = 0;
  for (int word = 0; word < kLanes / 64; ++word) {
    count += static_cast<std::uint64_t>(__builtin_popcountll(row[word]));
  }
  return count;
}

// A full adder of three bits in each lane.
PUZZLED_INLINE void add3(Row& sum, Row& carry, Row a, Row b) {
  const Row differ = sum ^ a;
  carry = (sum & a) | (differ & b);
  sum = differ ^ b;
}

/// As in vectors_avx512.hpp. Bits are counted by carry-save adders (Harley and Seal; see Mula,
/// Kurz and Lemire, arXiv 1611.07612): sixteen rows take one count.
template <int kBytes>
PUZZLED_INLINE std::uint64_t count_fits(const Row* tables, Keys keys, std::uint32_t count) {
  constexpr std::uint64_t kRowBytes = sizeof(Row);
  const auto* const base = reinterpret_cast<const char*>(tables);
  const auto test = [&](std::uint32_t i) {
    const std::uint64_t key = std::uint64_t{keys.low[i]} * kRowBytes;
    const auto row = [&](int k, std::uint64_t shifted) {
      return *reinterpret_cast<const Row*>(base + k * 256 * kRowBytes +
                                           (shifted & 255 * kRowBytes));
    };
    Row fits = row(0, key) & row(1, key >> 8) & row(2, key >> 16);
    if constexpr (kBytes > 3) fits &= row(3, key >> 24);
    if constexpr (kBytes > 4) fits &= row(4, std::uint64_t{keys.high[i]} * kRowBytes);
    return fits;
  };
  Row ones{};
  Row twos{};
  Row fours{};
  Row eights{};
  std::uint64_t sixteens = 0;
  std::uint32_t i = 0;
  for (; i + 16 <= count; i += 16) {
    Row eight[2];
#pragma GCC unroll 2
    for (std::uint32_t h = 0; h < 2; ++h) {
      Row four[2];
#pragma GCC unroll 2
      for (std::uint32_t q = 0; q < 2; ++q) {
        Row two[2];
#pragma GCC unroll 2
        for (std::uint32_t p = 0; p < 2; ++p) {
          const std::uint32_t at = i + 8 * h + 4 * q + 2 * p;
          add3(ones, two[p], test(at), test(at + 1));
        }
        add3(twos, four[q], two[0], two[1]);
      }
      add3(fours, eight[h], four[0], four[1]);
    }
    Row sixteen;
    add3(eights, sixteen, eight[0], eight[1]);
    sixteens += count_row(sixteen);
  }
  std::uint64_t fits = 16 * sixteens + 8 * count_row(eights) + 4 * count_row(fours) +
                       2 * count_row(twos) + count_row(ones);
  for (; i < count; ++i) fits += count_row(test(i));
  return fits;
}

}  // namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA
