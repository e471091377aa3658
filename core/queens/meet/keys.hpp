// Keys: the bits of states that both halves compare, packed; and the same bits as rows.
#pragma once

#include <algorithm>

#include "core/queens/meet/filters.hpp"
#include "core/queens/meet/ranks.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Keys have 3 to 6 bytes.
constexpr int kMaxKeyBytes = 6;

/// The bit of a state that is never set.
constexpr int kNoBit = 63;

/// Bits of states that make up keys, as the level packs them.
struct KeyBits {
#if defined(__AVX512BITALG__)
  std::uint64_t from[kMaxKeyBytes];  ///< byte j of from[k]: where bit j of byte k comes from
#elif defined(__BMI2__)
  // Runs of bits that rise in the turned state as in the key: pext gathers them, pdep places them.
  std::uint64_t gathered[kMaxKeyBytes];
  std::uint64_t placed[kMaxKeyBytes];
  int run_count;
  int turn;
  // Bits by themselves, of states and of keys.
  int single_count;
  std::uint8_t single_from[8];
  std::uint8_t single_to[8];
#else
  std::uint64_t key_of[8][256];  ///< by byte of the state, and its value
#endif
};

/// `from[k][j]`: the bit of a state that becomes bit j of byte k, or kNoBit.
/// REQUIRES: the bits of a byte rise (fastest: those of all bytes do), for bottoms if those from 32
/// on count as the lower ones; but for kNoBit and up to eight bits, all of them at the end of their
/// bytes.
PUZZLED_INLINE KeyBits key_bits(const std::uint8_t (&from)[kMaxKeyBytes][8], bool of_bottoms) {
  KeyBits bits;
#if defined(__AVX512BITALG__)
  (void)of_bottoms;
  __builtin_memcpy(bits.from, from, sizeof(bits.from));
#elif defined(__BMI2__)
  bits = {};
  // pext gathers bits in rising order: the halves of a bottom state change places.
  bits.turn = of_bottoms ? 32 : 0;
  const auto turned = [&](int bit) { return (bit + bits.turn) & 63; };
  int last = 63;
  for (int k = 0; k < kMaxKeyBytes; ++k) {
    // A byte whose bits begin lower than the last one's end begins a run.
    if (from[k][0] != kNoBit && turned(from[k][0]) < last) {
      ++bits.run_count;
      last = -1;
    }
    bool gathers = true;
    for (int j = 0; j < 8; ++j) {
      gathers = gathers && from[k][j] != kNoBit && turned(from[k][j]) > last;
      if (gathers) {
        last = turned(from[k][j]);
        bits.gathered[bits.run_count - 1] |= std::uint64_t{1} << last;
        bits.placed[bits.run_count - 1] |= std::uint64_t{1} << (8 * k + j);
      } else if (from[k][j] != kNoBit) {
        bits.single_from[bits.single_count] = from[k][j];
        bits.single_to[bits.single_count++] = static_cast<std::uint8_t>(8 * k + j);
      }
    }
  }
#else
  (void)of_bottoms;
  std::uint64_t key_of_bit[64] = {};
  for (int k = 0; k < kMaxKeyBytes; ++k) {
    for (int j = 0; j < 8; ++j) key_of_bit[from[k][j]] = std::uint64_t{1} << (8 * k + j);
  }
  key_of_bit[kNoBit] = 0;
  for (int byte = 0; byte < 8; ++byte) {
    bits.key_of[byte][0] = 0;
    for (int value = 1; value < 256; ++value) {
      bits.key_of[byte][value] =
          bits.key_of[byte][value & (value - 1)] | key_of_bit[8 * byte + __builtin_ctz(value)];
    }
  }
#endif
  return bits;
}

/// Keys of 24 to 48 bits: the first 32 in `low`, each eight more in `high`.
struct Keys {
  std::uint32_t* low;
  std::uint8_t* high[2];

  PUZZLED_INLINE Keys at(std::size_t index) const {
    return {low + index, {high[0] + index, high[1] + index}};
  }
};

/// How many arrays `high` of keys of so many bytes are used.
constexpr int high_bytes(int key_bytes) {
  return key_bytes <= 4 ? 0 : key_bytes - 4;
}

/// Keys of states above the column rank, and of those at it (see ranks.hpp).
struct RankedKeys {
  Keys keys[2];
  std::uint32_t count[2];

  PUZZLED_INLINE std::uint32_t total() const { return count[0] + count[1]; }
};

/// The column rank among the ranks of states, which are numbers of some bits of theirs.
struct RankTest {
  State mask;
  State rank;
};

/// Without ranked lines every state is at the rank.
PUZZLED_INLINE RankTest rank_test(int lines, std::uint32_t rank, int low_bits) {
  return {lines == 0 ? 0 : rank_mask(low_bits), rank_bits(rank, low_bits)};
}

/// Gathers the bits of states that `bits` names into keys. Keys of states at the rank go to `at`,
/// those of higher ones to `above`. All arrays may be read and written up to 16 elements past their
/// ends.
template <int kBytes>
PUZZLED_INLINE RankedKeys pack_keys(const State* in, std::uint32_t count, const KeyBits& bits,
                                    RankTest test, Keys above, Keys at) {
  RankedKeys out{{above, at}, {0, 0}};
#if defined(__AVX512BITALG__)
  constexpr std::uint32_t kChunk = 512;
  alignas(64) std::uint64_t bytes[kBytes][kChunk / 8];
  alignas(64)
      std::uint8_t chosen[2][kChunk / 8];  // which of eight states are above, and at the rank
  __m512i from[kBytes];
  for (int k = 0; k < kBytes; ++k) {
    from[k] = _mm512_set1_epi64(static_cast<long long>(bits.from[k]));
  }
  const __m512i mask = _mm512_set1_epi64(static_cast<long long>(test.mask));
  const __m512i rank = _mm512_set1_epi64(static_cast<long long>(test.rank));
  for (std::uint32_t begin = 0; begin < count; begin += kChunk) {
    const std::uint32_t size = count - begin < kChunk ? count - begin : kChunk;
    for (std::uint32_t i = 0; i < size; i += 8) {
      const __m512i states = load<__m512i>(in + begin + i);
#pragma GCC unroll 6
      for (int k = 0; k < kBytes; ++k) {
        bytes[k][i / 8] = _cvtmask64_u64(_mm512_bitshuffle_epi64_mask(states, from[k]));
      }
      const __m512i ranks = _mm512_and_si512(states, mask);
      chosen[0][i / 8] =
          static_cast<std::uint8_t>(_cvtmask8_u32(_mm512_cmpgt_epi64_mask(ranks, rank)));
      chosen[1][i / 8] =
          static_cast<std::uint8_t>(_cvtmask8_u32(_mm512_cmpeq_epi64_mask(ranks, rank)));
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
      const GroupMask among = first_elements<std::uint32_t>(size - i);
#pragma GCC unroll 2
      for (int r = 0; r < 2; ++r) {
        const GroupMask fit = among & load<std::uint16_t>(chosen[r] + i / 8);
        const Keys to = out.keys[r].at(out.count[r]);
        for (int h = 0; h < high_bytes(kBytes); ++h) {
          compress_bytes(to.high[h], reinterpret_cast<std::uint8_t*>(&bytes[4 + h][i / 8]), fit);
        }
        out.count[r] +=
            compress_store<std::uint32_t>(to.low, reinterpret_cast<Group<std::uint32_t>>(low), fit);
      }
    }
  }
#else
  std::uint32_t above_count = 0;
  std::uint32_t at_count = 0;
  const auto pack = [&](const auto& key_of) __attribute__((always_inline)) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t key = key_of(in[i]);
      // Stored to both, and kept where it belongs.
      above.low[above_count] = at.low[at_count] = static_cast<std::uint32_t>(key);
      for (int h = 0; h < high_bytes(kBytes); ++h) {
        above.high[h][above_count] = at.high[h][at_count] =
            static_cast<std::uint8_t>(key >> (32 + 8 * h));
      }
      const State rank = in[i] & test.mask;
      above_count += rank > test.rank ? 1 : 0;
      at_count += rank == test.rank ? 1 : 0;
    }
  };
#if defined(__BMI2__)
  const int turn = bits.turn;
  const auto run_of = [&](State state, int i) {
    state = state << turn | state >> (-turn & 63);
    return _pdep_u64(_pext_u64(state, bits.gathered[i]), bits.placed[i]);
  };
  if (bits.run_count == 1 && bits.single_count == 0) {
    pack([&](State state) { return run_of(state, 0); });
  } else {
    pack([&](State state) {
      std::uint64_t key = 0;
      for (int i = 0; i < bits.run_count; ++i) key |= run_of(state, i);
      for (int j = 0; j < bits.single_count; ++j) {
        key |= (state >> bits.single_from[j] & 1) << bits.single_to[j];
      }
      return key;
    });
  }
#else
  pack([&](State state) {
    std::uint64_t key = 0;
    for (int byte = 0; byte < 8; ++byte) key |= bits.key_of[byte][state >> (8 * byte) & 255];
    return key;
  });
#endif
  out.count[0] = above_count;
  out.count[1] = at_count;
#endif
  return out;
}

/// Appends to `out` the keys that have no bit of `key`, and returns how many. `kHigh` arrays of
/// high bytes are used. All arrays may be read and written up to 16 elements past their ends.
template <int kHigh>
PUZZLED_INLINE std::uint32_t filter_keys(Keys in, std::uint32_t count, std::uint64_t key,
                                         Keys out) {
  using Low = std::uint32_t;
  const auto low = broadcast<Group<Low>>(static_cast<Low>(key));
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += kGroupSize<Low>) {
    const auto lows = load<Group<Low>>(in.low + i);
    GroupMask fit = find_disjoint_of_first<Low>(count - i, lows, low);
#pragma GCC unroll 2
    for (int h = 0; h < kHigh; ++h) {
      fit =
          find_disjoint_bytes(in.high[h] + i, static_cast<std::uint8_t>(key >> (32 + 8 * h)), fit);
    }
#pragma GCC unroll 2
    for (int h = 0; h < kHigh; ++h) compress_bytes(out.high[h] + kept, in.high[h] + i, fit);
    kept += compress_store<Low>(out.low + kept, lows, fit);
  }
  return kept;
}

/// The same for both ranks. `out` has room for all keys of `in`.
template <int kHigh>
PUZZLED_INLINE RankedKeys filter_keys(const RankedKeys& in, std::uint64_t key, Keys out) {
  const std::uint32_t above = filter_keys<kHigh>(in.keys[0], in.count[0], key, out);
  const Keys behind = out.at(above);
  return {{out, behind}, {above, filter_keys<kHigh>(in.keys[1], in.count[1], key, behind)}};
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

/// Where the keys at the rank begin in a block, behind `above` others: with a vector of their own.
constexpr std::uint32_t first_at_rank(std::uint32_t above) {
  return (above + kVectorBytes - 1) / kVectorBytes * kVectorBytes;
}

/// Turns a block of keys into a row for each bit. Key i of those above the rank has lane
/// lane_of_key(i), key i of those at it lane_of_key(first_at_rank(above) + i). Other lanes mean
/// nothing. Keys are read past their ends, up to a whole vector of bytes.
/// REQUIRES: first_at_rank(above) + at <= kLanes.
template <int kBytes>
PUZZLED_INLINE void split_keys(const RankedKeys& block, Row* rows) {
  constexpr int kLowBytes = std::min(kBytes, 4);
  alignas(64) std::uint8_t bytes[kBytes][kLanes];  // byte k of all keys
  std::uint32_t lane = 0;
  for (int r = 0; r < 2; ++r) {
    const Keys keys = block.keys[r];
    for (std::uint32_t i = 0; i < block.count[r]; i += kVectorBytes, lane += kVectorBytes) {
      Bytes v[4];
#pragma GCC unroll 4
      for (int q = 0; q < 4; ++q) v[q] = load<Bytes>(keys.low + i + q * (kVectorBytes / 4));
      rotate_index<4, 4>(v);
#pragma GCC unroll 4
      for (int k = 0; k < kLowBytes; ++k) store(bytes[k] + lane, v[k]);
      for (int h = 0; h < high_bytes(kBytes); ++h) {
        store(bytes[4 + h] + lane, transpose_words(load<Bytes>(keys.high[h] + i)));
      }
    }
  }
  for (; lane < kLanes; lane += kVectorBytes) {
    for (int k = 0; k < kBytes; ++k) store(bytes[k] + lane, Bytes{});
  }
#pragma GCC unroll 6
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
