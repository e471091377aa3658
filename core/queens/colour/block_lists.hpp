// The lists of lanes of a block's slots, and what a queen leaves of them.
#pragma once

#include "core/queens/colour/join_task.hpp"
#include "core/simd/compress.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;
using meet::is_stopped;

/// Slots of a block: a byte of a vector for each.
constexpr int kBlockSlots = kVectorBytes;

/// Fills lists up: it takes every diagonal, so that any queen removes it.
constexpr State kNoLane = ~State{0};

/// Each slot's list is `vectors` times eight states, filled up with kNoLane, and the next one
/// begins `stride` times eight states behind it. An odd stride keeps them out of each other's way
/// in the caches.
struct BlockList {
  State* states;
  std::uint32_t vectors;
  std::uint32_t stride;
  std::uint32_t lengths[kBlockSlots];

  State* slot(int number) const {
    return states + std::size_t{8} * stride * static_cast<std::uint32_t>(number);
  }
};

PUZZLED_INLINE void fill_eight(State* to) {
  const auto none = broadcast<Vector<State>>(kNoLane);
  for (int i = 0; i < 8; i += kVectorBytes / 8) store(to + i, none);
}

/// Of what is left of a list: with room for eight states behind the longest.
PUZZLED_INLINE std::uint32_t filtered_stride(const BlockList& list) {
  return (list.vectors + 1) | 1;
}

/// The lanes that have no bit of `queen`, in memory for kBlockSlots * 8 * filtered_stride(in) + 8
/// states.
PUZZLED_INLINE void filter_block(const BlockList& in, State queen, BlockList& out, State* room) {
  const auto bits = broadcast<Group<State>>(queen);
  out.states = room;
  out.stride = filtered_stride(in);
  std::uint32_t longest = 0;
  for (int slot = 0; slot < kBlockSlots; ++slot) {
    const State* const from = in.slot(slot);
    State* const to = out.slot(slot);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < 8 * in.vectors; i += kGroupSize<State>) {
      const auto lanes = load<Group<State>>(from + i);
      kept += compress_store<State>(to + kept, lanes, find_disjoint<State>(lanes, bits));
    }
    fill_eight(to + kept);
    out.lengths[slot] = kept;
    if (kept > longest) longest = kept;
  }
  out.vectors = (longest + 7) / 8;
  for (int slot = 0; slot < kBlockSlots; ++slot) {
    // The eight states behind the list are filled already.
    for (std::uint32_t v = out.lengths[slot] / 8 + 1; v < out.vectors; ++v) {
      fill_eight(out.slot(slot) + 8 * v);
    }
  }
}

PUZZLED_INLINE void filter_block(const BlockList& in, State queen, BlockList& out, Buffer& buffer) {
  filter_block(in, queen, out,
               room_for<State>(buffer, std::size_t{kBlockSlots} * 8 * filtered_stride(in) + 8));
}

/// Moves the lists as close together as they can be.
PUZZLED_INLINE void pack_block(BlockList& list) {
  const std::uint32_t stride = list.vectors | 1;
  for (int slot = 0; slot < kBlockSlots; ++slot) {
    const State* const from = list.slot(slot);
    State* const to = list.states + std::size_t{8} * stride * static_cast<std::uint32_t>(slot);
    for (std::uint32_t i = 0; i < 8 * list.vectors; i += kVectorBytes / 8) {
      store(to + i, load<Vector<State>>(from + i));
    }
  }
  list.stride = stride;
}

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
