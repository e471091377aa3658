// Keys: the bits of states that both halves compare, packed; and the same bits as rows.
#pragma once

#include "core/queens/meet/filters.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Bits of states that make up keys: byte j of `from[k]` is the number of the bit that becomes bit
/// j of byte k. Bit 63 of a state is never set.
struct KeyBits {
  std::uint64_t from[5];
};

/// Keys of 24 to 40 bits, the first 32 in `low`, the rest in `high`.
struct Keys {
  std::uint32_t* low;
  std::uint8_t* high;

  PUZZLED_INLINE Keys at(std::size_t index) const { return {low + index, high + index}; }
};

/// Gathers the bits of states that `bits` names into keys: byte k of a key has those of
/// bits.from[k]. All arrays may be read and written up to 16 elements past their ends.
template <int kBytes>
PUZZLED_INLINE void pack_keys(const State* in, std::uint32_t count, const KeyBits& bits, Keys out) {
#if defined(__AVX512BITALG__)
  constexpr std::uint32_t kChunk = 512;
  alignas(64) std::uint64_t bytes[5][kChunk / 8];
  __m512i from[5];
  for (int k = 0; k < kBytes; ++k) {
    from[k] = _mm512_set1_epi64(static_cast<long long>(bits.from[k]));
  }
  for (std::uint32_t begin = 0; begin < count; begin += kChunk) {
    const std::uint32_t size = count - begin < kChunk ? count - begin : kChunk;
    for (std::uint32_t i = 0; i < size; i += 8) {
      const __m512i states = load<__m512i>(in + begin + i);
#pragma GCC unroll 5
      for (int k = 0; k < kBytes; ++k) {
        bytes[k][i / 8] = _cvtmask64_u64(_mm512_bitshuffle_epi64_mask(states, from[k]));
      }
    }
    for (std::uint32_t i = 0; i < size; i += 16) {
      const auto plane = [&](int k) {
        return _mm512_cvtepu8_epi32(
            _mm_load_si128(reinterpret_cast<const __m128i*>(&bytes[k][i / 8])));
      };
      __m512i low = plane(0);
      low = _mm512_or_si512(low, _mm512_slli_epi32(plane(1), 8));
      low = _mm512_or_si512(low, _mm512_slli_epi32(plane(2), 16));
      if constexpr (kBytes > 3) low = _mm512_or_si512(low, _mm512_slli_epi32(plane(3), 24));
      _mm512_storeu_si512(out.low + begin + i, low);
      if constexpr (kBytes > 4) {
        store(out.high + begin + i, load<__m128i>(&bytes[4][i / 8]));
      }
    }
  }
#elif defined(__BMI2__)
  // pext gathers bits in rising order. That is the order of KeyBits for tops; for bottoms it is,
  // too, once the halves of the state change places.
  const auto from = [&](int k, int j) { return static_cast<int>(bits.from[k] >> (8 * j) & 63); };
  constexpr int kUnused = 63;
  bool turned = false;
  std::uint64_t masks[5] = {};
  for (int k = 0; k < kBytes; ++k) {
    for (int j = 0; j < 8 && from(k, j) != kUnused; ++j) {
      masks[k] |= std::uint64_t{1} << from(k, j);
      turned |= j > 0 && from(k, j) < from(k, j - 1);
    }
  }
  const int turn = turned ? 32 : 0;
  const auto rotated = [&](std::uint64_t x) { return x << turn | x >> (-turn & 63); };
  for (std::uint64_t& mask : masks) mask = rotated(mask);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t state = rotated(in[i]);
    std::uint64_t low = _pext_u64(state, masks[0]) | _pext_u64(state, masks[1]) << 8 |
                        _pext_u64(state, masks[2]) << 16;
    if constexpr (kBytes > 3) low |= _pext_u64(state, masks[3]) << 24;
    if constexpr (kBytes > 4) {
      out.high[i] = static_cast<std::uint8_t>(_pext_u64(state, masks[4]));
    }
    out.low[i] = static_cast<std::uint32_t>(low);
  }
#else
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
#endif
}

/// Appends to `out` the keys that have no bit of `key`, and returns how many.
/// All arrays may be read and written up to 16 elements past their ends.
template <bool kHigh>
PUZZLED_INLINE std::uint32_t filter_keys(Keys in, std::uint32_t count, std::uint64_t key,
                                         Keys out) {
  using Low = std::uint32_t;
  const auto low = broadcast<Group<Low>>(static_cast<Low>(key));
  [[maybe_unused]] const auto high = static_cast<std::uint8_t>(key >> 32);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += kGroupSize<Low>) {
    const auto lows = load<Group<Low>>(in.low + i);
    GroupMask fit = find_disjoint_of_first<Low>(count - i, lows, low);
    if constexpr (kHigh) {
      fit = find_disjoint_bytes(in.high + i, high, fit);
      compress_bytes(out.high + kept, in.high + i, fit);
    }
    kept += compress_store<Low>(out.low + kept, lows, fit);
  }
  return kept;
}

/// One bit for each of kLanes keys.
using Row = Plane;

/// The lane of a key: where split_keys() puts it.
constexpr int lane_of_key(int key) {
  constexpr int kQuarter = kVectorBytes / 4;  // keys in a vector
  const int place = key % kVectorBytes;
  const int block = place % kQuarter / 4;
  return lane_of_slot(key - place + 16 * block + place / kQuarter * 4 + place % 4);
}

/// Turns up to kLanes keys into a row for each bit: lane lane_of_key(i) of row b has bit b of key
/// i. Keys are read, and lanes mean nothing, past `count`.
template <int kBytes>
PUZZLED_INLINE void split_keys(Keys keys, std::uint32_t count, Row* rows) {
  alignas(64) std::uint8_t bytes[kBytes][kLanes];  // byte k of all keys
  std::uint32_t first = 0;
  for (; first < count; first += kVectorBytes) {
    Bytes v[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) v[i] = load<Bytes>(keys.low + first + i * (kVectorBytes / 4));
    rotate_index<4, 4>(v);
#pragma GCC unroll 4
    for (int k = 0; k < (kBytes < 4 ? kBytes : 4); ++k) store(bytes[k] + first, v[k]);
    if constexpr (kBytes > 4) {
      store(bytes[4] + first, transpose_words(load<Bytes>(keys.high + first)));
    }
  }
  for (; first < kLanes; first += kVectorBytes) {
    for (int k = 0; k < kBytes; ++k) store(bytes[k] + first, Bytes{});
  }
#pragma GCC unroll 5
  for (int k = 0; k < kBytes; ++k) bytes_to_bits(bytes[k], rows + 8 * k);
}

// By number of keys: the lanes of the first ones.
struct alignas(64) FirstKeys {
  std::uint64_t lanes[kLanes + 1][kLanes / 64];
};
constexpr FirstKeys first_keys_table() {
  FirstKeys table{};
  for (int key = 0; key < kLanes; ++key) {
    for (int i = 0; i < kLanes / 64; ++i) table.lanes[key + 1][i] = table.lanes[key][i];
    const int lane = lane_of_key(key);
    table.lanes[key + 1][lane / 64] |= std::uint64_t{1} << (lane % 64);
  }
  return table;
}
constexpr FirstKeys kFirstKeys = first_keys_table();

/// The lanes of the first `count` keys. REQUIRES: count <= kLanes.
PUZZLED_INLINE Row first_keys(std::uint32_t count) {
  return load<Row>(kFirstKeys.lanes[count]);
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
