// The kernel's few vector operations in plain C++: 128 pairs a test. What each does is stated in
// vectors_avx512.hpp.
#pragma once

#include "core/queens/meet/vectors.hpp"

namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA {

inline constexpr int kLanes = 128;

using Row = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::uint32_t kCyclesPerTest = 8;
inline constexpr std::uint32_t kCyclesPerBlock = 2000;
inline constexpr std::uint32_t kCyclesPerFilter = 40;
inline constexpr std::uint32_t kKeysPerCycle = 1;

template <bool kAdd>
PUZZLED_INLINE std::uint32_t filter_states(const State* in, std::uint32_t count, State queen,
                                           State* out) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const State state = in[i];
    out[kept] = kAdd ? state | queen : state;
    kept += static_cast<std::uint32_t>((state & queen) == 0);
  }
  return kept;
}

PUZZLED_INLINE std::uint32_t add_row(const State* in, std::uint32_t count, State square,
                                     State* out) {
  constexpr State kLowHalf = 0xFFFFFFFF;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const State added = in[i] | square;
    out[kept] = (added & kLowHalf) >> 1 | (added & ~kLowHalf) << 1;
    kept += static_cast<std::uint32_t>((in[i] & square) == 0);
  }
  return kept;
}

template <int kBytes>
PUZZLED_INLINE void pack_keys(const State* in, std::uint32_t count, const KeyBits& bits, Keys out) {
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint64_t key = 0;
    for (int k = kBytes - 1; k >= 0; --k) {
      for (int j = 7; j >= 0; --j) {
        key = key << 1 | (in[i] >> (bits.from[k] >> (8 * j) & 63) & 1);
      }
    }
    out.low[i] = static_cast<std::uint32_t>(key);
    if constexpr (kBytes > 4) out.high[i] = static_cast<std::uint8_t>(key >> 32);
  }
}

template <bool kHigh>
PUZZLED_INLINE std::uint32_t filter_keys(Keys in, std::uint32_t count, std::uint64_t key,
                                         Keys out) {
  const auto low = static_cast<std::uint32_t>(key);
  const auto high = static_cast<std::uint32_t>(key >> 32);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t attacked = in.low[i] & low;
    out.low[kept] = in.low[i];
    if constexpr (kHigh) {
      attacked |= in.high[i] & high;
      out.high[kept] = in.high[i];
    }
    kept += static_cast<std::uint32_t>(attacked == 0);
  }
  return kept;
}

// Byte i of the result has bit i of each byte (Hacker's Delight, section 7-3).
PUZZLED_INLINE std::uint64_t transpose_bits(std::uint64_t x) {
  std::uint64_t t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
  x ^= t ^ t << 7;
  t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
  x ^= t ^ t << 14;
  t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
  return x ^ t ^ t << 28;
}

template <int kBytes>
PUZZLED_INLINE void split_keys(Keys keys, std::uint32_t count, Row* rows) {
  for (std::uint32_t i = 0; i < count; i += 8) {
    for (int k = 0; k < kBytes; ++k) {
      std::uint64_t bytes = 0;
      for (int lane = 7; lane >= 0; --lane) {
        const std::uint32_t byte =
            k < 4 ? keys.low[i + lane] >> (8 * k & 31) & 255 : std::uint32_t{keys.high[i + lane]};
        bytes = bytes << 8 | byte;
      }
      const std::uint64_t lanes = transpose_bits(bytes);
      for (int bit = 0; bit < 8; ++bit) {
        const unsigned at = i % 64;
        std::uint64_t word = rows[8 * k + bit][i / 64];
        word = (word & low_bits(static_cast<int>(at))) | (lanes >> (8 * bit) & 255) << at;
        rows[8 * k + bit][i / 64] = word;
      }
    }
  }
}

}  // namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA

#include "core/queens/meet/plain_rows.hpp"
