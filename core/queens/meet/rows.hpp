// Counting the lanes of rows: the innermost loop of a join, and what joins cost.
#pragma once

#include "core/queens/meet/keys.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

// What the steps cost, roughly, in cycles; the ways to join are chosen by it. Measured on Zen 5.
#if defined(__AVX512VPOPCNTDQ__)
constexpr std::uint32_t kCyclesPerTest = 3;
constexpr std::uint32_t kCyclesPerBlock = 350;
constexpr std::uint32_t kKeysPerCycle = 2;
constexpr std::uint32_t kPairsPerCycle = 8;
#elif defined(__AVX512BW__)
constexpr std::uint32_t kCyclesPerTest = 4;
constexpr std::uint32_t kCyclesPerBlock = 500;
constexpr std::uint32_t kKeysPerCycle = 2;
constexpr std::uint32_t kPairsPerCycle = 8;
#elif defined(__AVX2__)
constexpr std::uint32_t kCyclesPerTest = 5;
constexpr std::uint32_t kCyclesPerBlock = 700;
constexpr std::uint32_t kKeysPerCycle = 1;
constexpr std::uint32_t kPairsPerCycle = 4;
#else
constexpr std::uint32_t kCyclesPerTest = 8;
constexpr std::uint32_t kCyclesPerBlock = 2000;
constexpr std::uint32_t kKeysPerCycle = 1;
constexpr std::uint32_t kPairsPerCycle = 2;
#endif
constexpr std::uint32_t kCyclesPerFilter = 40;

/// Calls `test(i)` for every i below `count` and sums the bits of the rows that it returns.
template <class Test>
PUZZLED_INLINE std::uint64_t count_rows(std::uint32_t count, const Test& test) {
#if defined(__AVX512VPOPCNTDQ__)
  const auto bits = [&](std::uint64_t i) {
    return reinterpret_cast<Row>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(test(i))));
  };
  Row sums[2] = {};
  std::uint64_t i = 0;
  for (; i + 2 <= count; i += 2) {
    sums[0] += bits(i);
    sums[1] += bits(i + 1);
  }
  if (i < count) sums[0] += bits(i);
  std::uint64_t sum = 0;
  for (int word = 0; word < kLanes / 64; ++word) sum += sums[0][word] + sums[1][word];
  return sum;
#else
  // Carry-save adders (Harley and Seal; see Mula, Kurz and Lemire, arXiv 1611.07612): sixteen rows
  // take one count.
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
          add_bits(ones, two[p], test(at), test(at + 1));
        }
        add_bits(twos, four[q], two[0], two[1]);
      }
      add_bits(fours, eight[h], four[0], four[1]);
    }
    Row sixteen;
    add_bits(eights, sixteen, eight[0], eight[1]);
    sixteens += static_cast<std::uint64_t>(count_bits(sixteen));
  }
  const auto bits = [](Row row) { return static_cast<std::uint64_t>(count_bits(row)); };
  std::uint64_t sum =
      16 * sixteens + 8 * bits(eights) + 4 * bits(fours) + 2 * bits(twos) + bits(ones);
  for (; i < count; ++i) sum += bits(test(i));
  return sum;
#endif
}

/// Over all keys, the lanes left when the rows of its bytes, of which the bits of `live` count, are
/// taken from the tables and ANDed. Table k begins at row 256 k.
template <int kBytes>
PUZZLED_INLINE std::uint64_t count_fits(const Row* tables, Keys keys, std::uint32_t count,
                                        std::uint64_t live) {
  constexpr int kRowShift = __builtin_ctz(sizeof(Row));
  // A byte is shifted to where it is an offset in its table, and masked there. Shifts by registers,
  // which the compiler must not know, take one instruction instead of two; with that, and with the
  // loop unrolled twice, a test takes 3.0 cycles and not 3.8.
  std::uint64_t shifts[4] = {kRowShift, 8 - kRowShift, 16 - kRowShift, 24 - kRowShift};
#if defined(__BMI2__)
  asm("" : "+r"(shifts[0]), "+r"(shifts[1]), "+r"(shifts[2]), "+r"(shifts[3]));
#endif
  std::uint64_t masks[5];
  for (int k = 0; k < 5; ++k) masks[k] = (live >> (8 * k) & 255) << kRowShift;
  const auto* const base = reinterpret_cast<const char*>(tables);
  return count_rows(count, [&](std::uint64_t i) {
    const auto row = [&](int k, std::uint64_t shifted) {
      return *reinterpret_cast<const Row*>(base + k * 256 * sizeof(Row) + (shifted & masks[k]));
    };
    const std::uint64_t key = keys.low[i];
    const Row first =
        and3(row(0, key << shifts[0]), row(1, key >> shifts[1]), row(2, key >> shifts[2]));
    if constexpr (kBytes == 3) return first;
    if constexpr (kBytes == 4) return first & row(3, key >> shifts[3]);
    if constexpr (kBytes == 5) {
      const std::uint64_t high = keys.high[i];
      return and3(first, row(3, key >> shifts[3]), row(4, high << kRowShift));
    }
  });
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
