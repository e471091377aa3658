// Sets of lanes, each known by its slot: the place of its byte where lanes are bytes (see
// core/simd/transpose.hpp).
#pragma once

#include <cstring>

#include "core/sudoku/batch/board.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

/// Slots whose bytes share a vector: slot s is byte s % kChunkSlots of chunk s / kChunkSlots.
constexpr int kChunkSlots = kVectorBytes;
constexpr int kChunks = kLanes / kChunkSlots;

/// A set of lanes by slot.
struct SlotMask {
  static constexpr int kWords = kLanes / 64;

  std::uint64_t words[kWords] = {};

  void set(int slot) { words[slot / 64] |= 1ULL << (slot % 64); }
  bool has(int slot) const { return (words[slot / 64] >> (slot % 64) & 1) != 0; }
  void clear(int slot) { words[slot / 64] &= ~(1ULL << (slot % 64)); }

  /// Bit i: slot i of the chunk.
  std::uint64_t of_chunk(int chunk) const {
    const int slot = chunk * kChunkSlots;
    constexpr std::uint64_t kEvery = kChunkSlots == 64 ? ~0ULL : (1ULL << kChunkSlots % 64) - 1;
    return words[slot / 64] >> (slot % 64) & kEvery;
  }

  /// REQUIRES: no slot of the chunk is set.
  void set_chunk(int chunk, std::uint64_t bits) {
    const int slot = chunk * kChunkSlots;
    words[slot / 64] |= bits << (slot % 64);
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

  /// The slots for which `is_chosen(slot)`, which is asked in their order.
  template <class IsChosen>
  SlotMask select(const IsChosen& is_chosen) const {
    SlotMask chosen;
    for (int i = 0; i < kWords; ++i) {
      std::uint64_t here = 0;
      for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1) {
        if (is_chosen(64 * i + __builtin_ctzll(bits))) here |= bits & -bits;
      }
      chosen.words[i] = here;
    }
    return chosen;
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
#if defined(__AVX512VL__)
  for (int i = 0; i < SlotMask::kWords; ++i) {
    _mm512_store_si512(bytes + 64 * i, _mm512_maskz_set1_epi8(mask.words[i], 1));
  }
#else
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
#endif
  Plane eight[8];
  bytes_to_bits(bytes, eight);
  return eight[0];
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
