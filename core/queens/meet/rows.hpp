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

/// A sum of bits of rows.
#if defined(__AVX512VPOPCNTDQ__)
struct BitSum {
  Row words{};  ///< by word of the rows

  PUZZLED_INLINE void add(Row row, Row twice, int times_log) {
    const auto bits = [](Row x) {
      return reinterpret_cast<Row>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(x)));
    };
    words += (bits(row) + bits(row & twice)) << times_log;
  }
  PUZZLED_INLINE std::uint64_t total() const {
    return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(reinterpret_cast<__m512i>(words)));
  }
};
constexpr int kRowsLog = 2;  ///< of the rows that one count takes
#else
struct BitSum {
  std::uint64_t sum = 0;

  PUZZLED_INLINE void add(Row row, Row twice, int times_log) {
    sum += static_cast<std::uint64_t>(count_bits(row) + count_bits(row & twice)) << times_log;
  }
  PUZZLED_INLINE std::uint64_t total() const { return sum; }
};
constexpr int kRowsLog = 4;
#endif

/// Adds up 2^kLog rows, `test(i)` and those after it: `parts[k]` counts what is 2^k of a sum, and
/// the result is 2^kLog of it.
template <int kLog, class Test>
PUZZLED_INLINE Row add_rows(Row* parts, std::uint64_t i, const Test& test) {
  if constexpr (kLog == 0) {
    return test(i);
  } else {
    const Row first = add_rows<kLog - 1>(parts, i, test);
    const Row second = add_rows<kLog - 1>(parts, i + (1 << (kLog - 1)), test);
    Row carry;
    add_bits(parts[kLog - 1], carry, first, second);
    return carry;
  }
}

/// Calls `test(i)` for every i below `count` and adds the bits of the rows that it returns; those
/// in `twice` count twice.
template <class Test>
PUZZLED_INLINE void count_rows(std::uint32_t count, Row twice, const Test& test, BitSum& sum) {
  // Carry-save adders (Harley and Seal; see Mula, Kurz and Lemire, arXiv 1611.07612).
  constexpr std::uint64_t kRows = 1 << kRowsLog;
  Row parts[kRowsLog] = {};
  std::uint64_t i = 0;
  for (; i + kRows <= count; i += kRows) {
    sum.add(add_rows<kRowsLog>(parts, i, test), twice, kRowsLog);
  }
  if (i != 0) {
#pragma GCC unroll 4
    for (int k = 0; k < kRowsLog; ++k) sum.add(parts[k], twice, k);
  }
  for (; i < count; ++i) sum.add(test(i), twice, 0);
}

/// Adds, over all keys, the lanes left when the rows of its bytes, of which the bits of `live`
/// count, are taken from the tables and ANDed; lanes in `twice` count twice. Table k begins at row
/// 256 k.
template <int kBytes>
PUZZLED_INLINE void count_fits(const Row* tables, Keys keys, std::uint32_t count,
                               std::uint64_t live, Row twice, BitSum& sum) {
  constexpr int kRowShift = __builtin_ctz(sizeof(Row));
  // A byte is shifted to where it is an offset in its table, and masked there. Shifts by registers,
  // which the compiler must not know, take one instruction instead of two; with that, and with the
  // loop unrolled, a test takes 3.0 cycles and not 3.8.
  std::uint64_t shifts[4] = {kRowShift, 8 - kRowShift, 16 - kRowShift, 24 - kRowShift};
#if defined(__BMI2__)
  asm("" : "+r"(shifts[0]), "+r"(shifts[1]), "+r"(shifts[2]), "+r"(shifts[3]));
#endif
  std::uint64_t masks[kBytes];
  for (int k = 0; k < kBytes; ++k) masks[k] = (live >> (8 * k) & 255) << kRowShift;
  const auto* const base = reinterpret_cast<const char*>(tables);
  const auto test = [&](std::uint64_t i) {
    const auto row = [&](int k, std::uint64_t shifted) {
      return *reinterpret_cast<const Row*>(base + k * 256 * sizeof(Row) + (shifted & masks[k]));
    };
    const std::uint64_t key = keys.low[i];
    const Row first =
        and3(row(0, key << shifts[0]), row(1, key >> shifts[1]), row(2, key >> shifts[2]));
    if constexpr (kBytes == 3) return first;
    if constexpr (kBytes == 4) return first & row(3, key >> shifts[3]);
    if constexpr (kBytes > 4) {
      const auto high = [&](int h) { return std::uint64_t{keys.high[h][i]} << kRowShift; };
      const Row five = and3(first, row(3, key >> shifts[3]), row(4, high(0)));
      if constexpr (kBytes == 5) return five;
      if constexpr (kBytes == 6) return five & row(5, high(1));
    }
  };
  count_rows(count, twice, test, sum);
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
