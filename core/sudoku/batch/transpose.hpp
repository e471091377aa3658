// Moving lanes: between planes (a bit a lane) and bytes of single lanes.
//
// Eight planes make one byte a lane, 16 such bytes a piece of 16 bytes a lane, six pieces a record:
//
//   planes 0..7      bits_to_bytes     16 groups of bytes     transpose_16      piece of lane s
//   [lane lane …] ─────────────────▶   [byte of each lane] ────────────────▶   [16 bytes in a row]
//
// Vectors are shuffled within blocks of 128 bits only, as every instruction set can. That permutes
// the lanes; a lane is therefore known by its slot, the place of its byte. Masks travel the same
// way (one more plane), so nothing outside this file knows how slots and bits of a plane belong
// together.
#pragma once

#include <cstring>
#include <utility>

#include "core/sudoku/batch/plane.hpp"

namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA {

inline constexpr int kPieceBytes = 16;
/// Slots whose bytes share a vector: slot s is byte s % kChunkSlots of chunk s / kChunkSlots.
inline constexpr int kChunkSlots = kPlaneBytes;
inline constexpr int kChunks = kLanes / kChunkSlots;

// A vector anywhere in memory. Not memcpy(), which GCC makes two halves of a vector of 64 bytes: to
// load what was just stored in halves costs more than all else here.
struct __attribute__((packed, may_alias)) LooseBytes {
  Bytes value;
};
PUZZLED_INLINE Bytes load_bytes(const std::uint8_t* bytes) {
  return reinterpret_cast<const LooseBytes*>(bytes)->value;
}
PUZZLED_INLINE void store_bytes(std::uint8_t* bytes, Bytes v) {
  reinterpret_cast<LooseBytes*>(bytes)->value = v;
}

using SmallBytes = std::uint8_t __attribute__((vector_size(16)));

// Byte i of the result is byte kIndex[i] of a and b together.
template <std::size_t... kIndex, class Vector>
PUZZLED_INLINE Vector pick_bytes(Vector a, Vector b) {
#if defined(__clang__)
  return __builtin_shufflevector(a, b, static_cast<int>(kIndex)...);
#else
  return __builtin_shuffle(a, b, Vector{static_cast<std::uint8_t>(kIndex)...});
#endif
}

// Interleaves the low (high) halves of each 128-bit block.
template <int kHalf, std::size_t... kIndex>
PUZZLED_INLINE Bytes interleave(Bytes a, Bytes b, std::index_sequence<kIndex...>) {
  return pick_bytes<(kIndex / 16 * 16 + 8 * kHalf + kIndex % 16 / 2 + kIndex % 2 * kPlaneBytes)...>(
      a, b);
}
PUZZLED_INLINE Bytes interleave_low(Bytes a, Bytes b) {
  return interleave<0>(a, b, std::make_index_sequence<kPlaneBytes>());
}
PUZZLED_INLINE Bytes interleave_high(Bytes a, Bytes b) {
  return interleave<1>(a, b, std::make_index_sequence<kPlaneBytes>());
}

// The bytes 0, 2, 4, … in the lower half; the upper half means nothing.
template <class Vector, std::size_t... kIndex>
PUZZLED_INLINE Vector even_bytes(Vector v, std::index_sequence<kIndex...>) {
  return pick_bytes<(2 * kIndex % sizeof v)...>(v, v);
}
template <class Vector>
PUZZLED_INLINE Vector even_bytes(Vector v) {
  return even_bytes(v, std::make_index_sequence<sizeof v>());
}

// One stage rotates the joint index (vector, byte within its block) by one bit.
template <int kVectors, int kStages>
PUZZLED_INLINE void shuffle_stages(Bytes* v) {
#pragma GCC unroll 4
  for (int stage = 0; stage < kStages; ++stage) {
    Bytes t[kVectors];
#pragma GCC unroll 8
    for (int i = 0; i < kVectors / 2; ++i) {
      t[2 * i] = interleave_low(v[i], v[i + kVectors / 2]);
      t[2 * i + 1] = interleave_high(v[i], v[i + kVectors / 2]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < kVectors; ++i) v[i] = t[i];
  }
}

/// In each block of 128 bits: byte i of vector k becomes byte k of vector i. Its own inverse.
PUZZLED_INLINE void transpose_16(Bytes* v) {
  shuffle_stages<16, 4>(v);
}

#if defined(__GFNI__) && defined(__AVX512VL__)
// Multiplies by the identity: out.byte[k].bit[i] = in.byte[7 - i].bit[k]. So the bytes come in
// reversed, here by reversing the planes, there by a shuffle.
inline constexpr bool kReversesBytes = true;
PUZZLED_INLINE Bytes transpose_8x8_bits(Bytes v) {
  const __m512i identity = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201ULL));
  return reinterpret_cast<Bytes>(
      _mm512_gf2p8affine_epi64_epi8(identity, reinterpret_cast<__m512i>(v), 0));
}
template <std::size_t... kIndex>
PUZZLED_INLINE Bytes reverse_bytes(Bytes v, std::index_sequence<kIndex...>) {
  return pick_bytes<(kIndex / 8 * 8 + 7 - kIndex % 8)...>(v, v);
}
PUZZLED_INLINE Bytes prepare_8x8(Bytes v) {
  return reverse_bytes(v, std::make_index_sequence<kPlaneBytes>());
}
#else
inline constexpr bool kReversesBytes = false;
// Hacker's Delight, 7-3: swaps 1x1, 2x2 and 4x4 blocks across the diagonal.
PUZZLED_INLINE Bytes transpose_8x8_bits(Bytes bytes) {
  Plane v = reinterpret_cast<Plane>(bytes);
  Plane t = (v ^ (v >> 7)) & (all_lanes() & 0x00AA00AA00AA00AAULL);
  v ^= t ^ (t << 7);
  t = (v ^ (v >> 14)) & (all_lanes() & 0x0000CCCC0000CCCCULL);
  v ^= t ^ (t << 14);
  t = (v ^ (v >> 28)) & (all_lanes() & 0x00000000F0F0F0F0ULL);
  v ^= t ^ (t << 28);
  return reinterpret_cast<Bytes>(v);
}
PUZZLED_INLINE Bytes prepare_8x8(Bytes v) {
  return v;
}
#endif

/// Bit k of bytes[slot] is the slot's lane in planes[k].
PUZZLED_INLINE void bits_to_bytes(const Plane* planes, std::uint8_t* bytes) {
  Bytes v[8];
  for (int k = 0; k < 8; ++k) v[k] = reinterpret_cast<Bytes>(planes[kReversesBytes ? 7 - k : k]);
  shuffle_stages<8, 3>(v);
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) store_bytes(bytes + k * kPlaneBytes, transpose_8x8_bits(v[k]));
}

/// The inverse of bits_to_bytes().
PUZZLED_INLINE void bytes_to_bits(const std::uint8_t* bytes, Plane* planes) {
  Bytes v[8];
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) {
    v[k] = transpose_8x8_bits(prepare_8x8(load_bytes(bytes + k * kPlaneBytes)));
  }
  shuffle_stages<8, 4>(v);
  for (int k = 0; k < 8; ++k) planes[k] = reinterpret_cast<Plane>(v[k]);
}

/// A set of lanes by slot.
struct SlotMask {
  static constexpr int kWords = kLanes / 64;

  std::uint64_t words[kWords] = {};

  void set(int slot) { words[slot / 64] |= 1ULL << (slot % 64); }
  void clear(int slot) { words[slot / 64] &= ~(1ULL << (slot % 64)); }

  /// Bit i: slot i of the chunk.
  std::uint64_t of_chunk(int chunk) const {
    const int slot = chunk * kChunkSlots;
    constexpr std::uint64_t kEvery = kChunkSlots == 64 ? ~0ULL : (1ULL << kChunkSlots % 64) - 1;
    return words[slot / 64] >> (slot % 64) & kEvery;
  }

  bool any() const {
    std::uint64_t bits = 0;
    for (const std::uint64_t word : words) bits |= word;
    return bits != 0;
  }

  int count() const {
    int count = 0;
    for (const std::uint64_t word : words) count += __builtin_popcountll(word);
    return count;
  }

  /// The lowest slot, -1 for none.
  int first() const {
    for (int i = 0; i < kWords; ++i) {
      if (words[i] != 0) return 64 * i + __builtin_ctzll(words[i]);
    }
    return -1;
  }

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (int i = 0; i < kWords; ++i) {
      for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1) {
        visit(64 * i + __builtin_ctzll(bits));
      }
    }
  }
};

PUZZLED_INLINE SlotMask both(const SlotMask& a, const SlotMask& b) {
  SlotMask mask;
  for (int i = 0; i < SlotMask::kWords; ++i) mask.words[i] = a.words[i] & b.words[i];
  return mask;
}
PUZZLED_INLINE SlotMask either(const SlotMask& a, const SlotMask& b) {
  SlotMask mask;
  for (int i = 0; i < SlotMask::kWords; ++i) mask.words[i] = a.words[i] | b.words[i];
  return mask;
}
PUZZLED_INLINE SlotMask without(const SlotMask& a, const SlotMask& b) {
  SlotMask mask;
  for (int i = 0; i < SlotMask::kWords; ++i) mask.words[i] = a.words[i] & ~b.words[i];
  return mask;
}

PUZZLED_INLINE SlotMask first_slots(int count) {
  SlotMask mask;
  for (int i = 0; i < SlotMask::kWords; ++i) {
    const int here = count - 64 * i;
    mask.words[i] = here >= 64 ? ~0ULL : here > 0 ? (1ULL << here) - 1 : 0;
  }
  return mask;
}

/// The slots whose byte has the bit.
PUZZLED_INLINE SlotMask slots_with(const std::uint8_t* bytes, int bit) {
  SlotMask mask;
  for (int i = 0; i < SlotMask::kWords; ++i) {
#if defined(__AVX512VL__)
    mask.words[i] = _mm512_test_epi8_mask(_mm512_loadu_si512(bytes + 64 * i),
                                          _mm512_set1_epi8(static_cast<char>(1 << bit)));
#else
    for (int j = 0; j < 64; j += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, bytes + 64 * i + j, 8);
      // The multiplication gathers the lowest bits of eight bytes in the topmost byte.
      eight = (eight >> bit & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56;
      mask.words[i] |= eight << j;
    }
#endif
  }
  return mask;
}

/// The same set as a plane.
PUZZLED_INLINE Plane plane_of(const SlotMask& mask) {
  alignas(64) std::uint8_t bytes[kLanes];
  for (int slot = 0; slot < kLanes; slot += 8) {
    const std::uint64_t eight = mask.words[slot / 64] >> (slot % 64) & 0xFF;
    // Spreads eight bits over eight bytes, then makes each the byte's lowest.
    const std::uint64_t spread =
        (eight * 0x0101010101010101ULL & 0x8040201008040201ULL) + 0x7F7F7F7F7F7F7F7FULL;
    const std::uint64_t lowest =
        (spread | (eight * 0x0101010101010101ULL & 0x8040201008040201ULL)) >> 7 &
        0x0101010101010101ULL;
    std::memcpy(bytes + slot, &lowest, 8);
  }
  Plane eight[8];
  bytes_to_bits(bytes, eight);
  return eight[0];
}

}  // namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA
