// For the kernel: depth-first search that counts, and looks up what it has counted before.
#pragma once

#include "core/cover/search/cache_access.hpp"
#include "core/cover/search/step.hpp"
#include "core/cover/search/walk.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

/// How many probes are between two checks of whether the cache pays, and how many nodes before the
/// first.
constexpr std::uint64_t kProbesPerLook = 1 << 12;
constexpr std::uint64_t kNodesOfTrial = 200'000;

/// The key of a level, which stays valid while the level does.
template <class W>
PUZZLED_INLINE const std::uint64_t* key_of(const Space& space, std::uint32_t level) {
  if (!space.cache->has_item_keys) return W::live(space, level);
  std::uint64_t* const key = space.item_keys + std::size_t{level} * space.cache->key_words;
  const Bytes* const counts = W::counts(space, level);
  constexpr int kVectorsPerWord = 64 / kVectorBytes;
  for (std::uint32_t word = 0; word < space.cache->key_words; ++word) {
    std::uint64_t covered = 0;
    for (int i = 0; i < kVectorsPerWord; ++i) {
      const auto vector = static_cast<int>(word) * kVectorsPerWord + i;
      covered |= equal_bytes(counts[vector], kCovered) << (i * kVectorBytes % 64);
    }
    key[word] = ~covered;
  }
  return key;
}

/// Switches the cache off if it saves less than it costs: half of all nodes.
PUZZLED_INLINE void judge_cache(Space& space, std::uint64_t nodes) {
  nodes -= space.cache_since;
  if (++space.probes % kProbesPerLook == 0 && nodes > kNodesOfTrial && 2 * space.saved < nodes) {
    space.cache = nullptr;
  }
}

/// Continues at space.depth.
template <class W, int kWords>
Step count(Space& space) {
  using Sum = Number<kWords>;
  auto* const sums = reinterpret_cast<Sum*>(space.sums);
  constexpr Sum kOne{{1}};
  std::uint32_t depth = space.depth;
  Branches branches = space.branches[depth];
  Sum sum = sums[depth];
  std::uint64_t nodes = space.nodes;
  const auto leave = [&](Step step) {
    space.branches[depth] = branches;
    sums[depth] = sum;
    space.depth = depth;
    space.nodes = nodes;
    return step;
  };
  while (true) {
    if (branches.left == 0) {
      const CountFrame& frame = space.count_frames[depth];
      if (frame.is_kept && space.cache != nullptr) {
        if (space.has_overflowed) return leave(Step::kPaused);
        const std::uint64_t* const key =
            space.cache->has_item_keys
                ? space.item_keys + std::size_t{depth} * space.cache->key_words
                : W::live(space, depth);
        space.added += store(*space.cache, key, frame.hash, sum, nodes - frame.nodes_before);
      }
      if (depth == space.base) return leave(Step::kEnd);
      --depth;
      branches = space.branches[depth];
      space.has_overflowed |= add(sum, sums[depth]);
      continue;
    }
    const std::uint32_t option = branches.next(W::live(space, depth));
    const Choice choice = apply_option<W>(space, depth, option);
    ++nodes;
    if (choice.is_dead()) continue;
    if (choice.is_solved()) {
      space.has_overflowed |= add(sum, kOne);
      continue;
    }
    CountFrame& frame = space.count_frames[depth + 1];
    frame.is_kept = choice.options > 1 && space.cache != nullptr;
    if (frame.is_kept) {
      const std::uint64_t* const key = key_of<W>(space, depth + 1);
      frame.hash = hash_key(key, space.cache->key_words);
      frame.nodes_before = nodes;
      Sum known;
      std::uint64_t cost = 0;
      if (look_up(*space.cache, key, frame.hash, known, cost)) {
        space.saved += cost;
        space.has_overflowed |= add(sum, known);
        judge_cache(space, nodes);
        continue;
      }
      judge_cache(space, nodes);
    }
    space.path[depth] = option;
    space.branches[depth] = branches;
    sums[depth] = sum;
    ++depth;
    branches = branches_of<W>(space, depth, choice);
    sum = Sum{};
    if (nodes >= space.node_limit) return leave(Step::kPaused);
  }
}

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
