// The builds of the search kernel, one for each level of core/simd.
#pragma once

#include <cstdint>

#include "core/cover/search/space.hpp"
#include "core/simd/kernels.hpp"

namespace puzzled::cover::search {

/// The functions of a search. Levels have counts of bytes unless they are called wide.
struct Functions {
  /// What to branch on at a level.
  Choice (*choose)(const Space& space, std::uint32_t level);
  /// Makes level + 1 from `level` by choosing `option`, and returns what to branch on there.
  Choice (*apply)(Space& space, std::uint32_t level, std::uint32_t option);
  /// Continues at space.depth, counting the solutions in space.found.
  Step (*walk)(Space& space);
  /// Continues at space.depth, counting with the cache; the result is the sum of level space.base.
  Step (*count)(Space& space);
};

struct Kernel {
  /// The functions for the widths of a problem; the commonest have functions of their own.
  const Functions& (*functions)(std::uint32_t item_blocks, bool has_long_rows);
  Choice (*choose_wide)(const Space& space, std::uint32_t level);
  Choice (*apply_wide)(Space& space, std::uint32_t level, std::uint32_t option);
  /// Converts the counts of a wide level to bytes; false if one of them is too large.
  bool (*narrow)(Space& space, std::uint32_t level);
  /// Finds the count of a key in a cache, and the nodes that it took; false if it has none.
  bool (*look_up)(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                  std::uint64_t* count, std::uint64_t* cost);
  /// Stores one. Returns whether its place had been empty.
  bool (*store)(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                const std::uint64_t* count, std::uint64_t cost);
  /// As Functions::count, for sums of 512 bits.
  Step (*count_large)(Space& space);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::cover::search
