// For the kernel: one step of the search. An option is chosen, the options that it excludes are
// removed, and the item with the fewest options is found.
//
// The counts of the next level are computed from the smaller of two sets: the removed options,
// which are subtracted, or the remaining ones, which are counted again. Near a solution few remain;
// near the root few are removed.
#pragma once

#include "core/cover/search/counts.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

/// The widths of a problem's rows: `kItems` is that of its counts in blocks, if it is known at
/// compile time (0: it is not). Counts then stay in registers from the first option to the choice
/// of the next item, which saves a tenth to a third of the time. Knowing the width of the rows of
/// options gains nothing.
///
/// Where rows are long, a level knows which blocks of its row are not empty, and a step looks at
/// those alone: near a solution few options are live, and what is left of an item's options often
/// stands together. (That is the sparse bit set of Demeulenaere and others, "Compact-Table", 2016.)
template <int kItems, bool kHasLongRows = false>
struct Widths {
  static constexpr int kItemBlocks = kItems;
  static constexpr bool kLongRows = kHasLongRows;
  static constexpr int kHeldItemVectors = kItems == 0 ? 1 : kItems * kVectorsPerBlock;

  PUZZLED_INLINE static int option_vectors(const Space& space) {
    return static_cast<int>(space.option_blocks) * kVectorsPerBlock;
  }
  PUZZLED_INLINE static int option_words(const Space& space) {
    return static_cast<int>(space.option_blocks) * 8;
  }
  PUZZLED_INLINE static int item_vectors(const Space& space) {
    return (kItems != 0 ? kItems : static_cast<int>(space.item_blocks)) * kVectorsPerBlock;
  }
  PUZZLED_INLINE static std::uint64_t* live(const Space& space, std::uint32_t level) {
    return space.live + std::size_t{level} * static_cast<std::size_t>(option_words(space));
  }
  PUZZLED_INLINE static std::uint64_t* live_blocks(const Space& space, std::uint32_t level) {
    return space.live_blocks + std::size_t{level} * space.block_words;
  }
  PUZZLED_INLINE static Bytes* counts(const Space& space, std::uint32_t level) {
    const std::size_t bytes = kItems != 0 && space.wide_blocks == 0
                                  ? std::size_t{kItems} * kBlockBytes
                                  : space.count_bytes;
    return reinterpret_cast<Bytes*>(space.counts + level * bytes);
  }
  PUZZLED_INLINE static const Bytes* ones(const Space& space, std::uint32_t option) {
    return reinterpret_cast<const Bytes*>(space.ones) +
           std::size_t{option} * static_cast<std::size_t>(item_vectors(space));
  }
};

/// The item to branch on, of `counts`.
template <class W>
PUZZLED_INLINE Choice choose_of(const Space& space, const Bytes* counts) {
  const int vectors = W::item_vectors(space);
  Bytes least = counts[0];
  for (int i = 1; i < vectors; ++i) least = min(least, counts[i]);
  const std::uint8_t fewest = min_byte(least);
  if (fewest == kCovered) return {Choice::kSolved, kCovered};
  if (fewest == 0) return {0, 0};
  int i = 0;
  std::uint64_t places = equal_bytes(counts[0], fewest);
  while (places == 0 && i + 1 < vectors) places = equal_bytes(counts[++i], fewest);
  return {static_cast<std::uint32_t>(i * kVectorBytes + __builtin_ctzll(places)), fewest};
}

/// Calls `visit` with each block of options that has a bit in `blocks`.
template <class Visit>
PUZZLED_INLINE void for_each_block(const Space& space, const std::uint64_t* blocks, Visit visit) {
  for (std::uint32_t word = 0; word < space.block_words; ++word) {
    for (std::uint64_t bits = blocks[word]; bits != 0; bits &= bits - 1) {
      visit(static_cast<int>(word * 64) + __builtin_ctzll(bits));
    }
  }
}

/// Splits the live options of a level, `excluded_of(i)` being vector i of the excluded ones.
template <class W, class ExcludedOf>
PUZZLED_INLINE std::uint32_t split(const Space& space, std::uint32_t level,
                                   ExcludedOf excluded_of) {
  const auto* const live = reinterpret_cast<const Words*>(W::live(space, level));
  auto* const rest = reinterpret_cast<Words*>(W::live(space, level + 1));
  auto* const gone = reinterpret_cast<Words*>(space.removed);
  BitCount count;
  if constexpr (!W::kLongRows) {
    const int vectors = W::option_vectors(space);
    for (int i = 0; i < vectors; ++i) {
      const Words row = excluded_of(i);
      const Words excluded = live[i] & row;
      gone[i] = excluded;
      rest[i] = live[i] & ~row;
      count.add(excluded);
    }
    return count.total();
  }
  const std::uint64_t* const blocks = W::live_blocks(space, level);
  std::uint64_t* const rest_blocks = W::live_blocks(space, level + 1);
  for (std::uint32_t word = 0; word < space.block_words; ++word) {
    // What the level before left there.
    for (std::uint64_t bits = rest_blocks[word] & ~blocks[word]; bits != 0; bits &= bits - 1) {
      const int block = static_cast<int>(word * 64) + __builtin_ctzll(bits);
      for (int i = 0; i < kVectorsPerBlock; ++i) rest[block * kVectorsPerBlock + i] = Words{};
    }
    std::uint64_t some_rest = 0;
    std::uint64_t some_gone = 0;
    for (std::uint64_t bits = blocks[word]; bits != 0; bits &= bits - 1) {
      const int block = static_cast<int>(word * 64) + __builtin_ctzll(bits);
      Words all_rest{};
      Words all_gone{};
      for (int i = block * kVectorsPerBlock; i < (block + 1) * kVectorsPerBlock; ++i) {
        const Words row = excluded_of(i);
        const Words excluded = live[i] & row;
        gone[i] = excluded;
        rest[i] = live[i] & ~row;
        count.add(excluded);
        all_gone |= excluded;
        all_rest |= rest[i];
      }
      const std::uint64_t bit = bits & -bits;
      some_rest |= any_bit(all_rest) ? bit : 0;
      some_gone |= any_bit(all_gone) ? bit : 0;
    }
    rest_blocks[word] = some_rest;
    space.removed_blocks[word] = some_gone;
  }
  return count.total();
}

/// Splits the live options of a level into those that `option` excludes, to space.removed, and the
/// others, to the next level. Returns how many were excluded.
template <class W>
PUZZLED_INLINE std::uint32_t exclude(const Space& space, std::uint32_t level,
                                     std::uint32_t option) {
  const auto vectors = static_cast<std::size_t>(W::option_vectors(space));
  if (space.exclusions != nullptr) {
    const auto* const row =
        reinterpret_cast<const Words*>(space.exclusions) + std::size_t{option} * vectors;
    return split<W>(space, level, [row](int i) { return row[i]; });
  }
  const std::uint32_t* const first = space.option_rows + space.option_row_starts[option];
  const std::uint32_t* const last = space.option_rows + space.option_row_starts[option + 1];
  const auto* const rows = reinterpret_cast<const Words*>(space.rows);
  return split<W>(space, level, [=](int i) {
    Words row{};
    for (const std::uint32_t* at = first; at != last; ++at) {
      row |= rows[std::size_t{*at} * vectors + static_cast<std::size_t>(i)];
    }
    return row;
  });
}

/// Calls `visit` with each option of words `from` to `to` of a row.
template <class Visit>
PUZZLED_INLINE void for_each_option(const std::uint64_t* row, int from, int to, Visit visit) {
  for (int word = from; word < to; ++word) {
    for (std::uint64_t bits = row[word]; bits != 0; bits &= bits - 1) {
      visit(static_cast<std::uint32_t>(word * 64 + __builtin_ctzll(bits)));
    }
  }
}

/// The same with each option of a row, of which long ones are empty but for `blocks`.
template <class W, class Visit>
PUZZLED_INLINE void for_each_option_of(const Space& space, const std::uint64_t* row,
                                       const std::uint64_t* blocks, Visit visit) {
  if constexpr (W::kLongRows) {
    constexpr auto kWords = static_cast<int>(kBlockWords);
    for_each_block(space, blocks, [&](int block) {
      for_each_option(row, block * kWords, (block + 1) * kWords, visit);
    });
  } else {
    for_each_option(row, 0, W::option_words(space), visit);
  }
}

/// How many cycles it takes to count the live options of all items but the covered ones: by
/// looking at each item's blocks, and by looking at `options` options.
PUZZLED_INLINE std::uint32_t cost_by_items(std::uint32_t items, std::uint32_t blocks) {
  return items * (12 + 2 * kVectorsPerBlock * blocks);
}
PUZZLED_INLINE std::uint32_t cost_by_options(std::uint32_t options, int vectors) {
  return options * (8 + 4 * static_cast<std::uint32_t>(vectors));
}

/// The number of live options of the item at a level.
template <class W>
PUZZLED_INLINE std::uint32_t count_item(const Space& space, std::uint32_t level,
                                        std::uint32_t item) {
  const auto vectors = static_cast<std::size_t>(W::option_vectors(space));
  const auto* const live = reinterpret_cast<const Words*>(W::live(space, level));
  const auto* const row = reinterpret_cast<const Words*>(space.rows) + item * vectors;
  const std::uint64_t* const blocks = W::live_blocks(space, level);
  const std::uint64_t* const own = space.item_blocks_of + std::size_t{item} * space.block_words;
  BitCount count;
  for (std::uint32_t word = 0; word < space.block_words; ++word) {
    for (std::uint64_t bits = blocks[word] & own[word]; bits != 0; bits &= bits - 1) {
      const int block = static_cast<int>(word * 64) + __builtin_ctzll(bits);
      for (int i = block * kVectorsPerBlock; i < (block + 1) * kVectorsPerBlock; ++i) {
        count.add(live[i] & row[i]);
      }
    }
  }
  return count.total();
}

/// Makes the counts of level + 1 by looking at each item, if that is faster than to look at so many
/// options; false if it is not.
template <class W>
PUZZLED_INLINE bool count_by_items(const Space& space, std::uint32_t level, const Bytes* own,
                                   std::uint32_t options, Bytes* counts) {
  const int vectors = W::item_vectors(space);
  const Bytes* const before = W::counts(space, level);
  std::uint32_t blocks = 0;
  for (std::uint32_t word = 0; word < space.block_words; ++word) {
    blocks +=
        static_cast<std::uint32_t>(__builtin_popcountll(W::live_blocks(space, level + 1)[word]));
  }
  std::uint32_t items = 0;
  for (int i = 0; i < vectors; ++i) {
    counts[i] = reinterpret_cast<Bytes>(before[i] == broadcast<Bytes>(kCovered)) | -own[i];
    items += static_cast<std::uint32_t>(__builtin_popcountll(equal_bytes(counts[i], 0)));
  }
  if (cost_by_options(options, vectors) < cost_by_items(items, blocks)) return false;
  auto* const bytes = reinterpret_cast<std::uint8_t*>(counts);
  for (int i = 0; i < vectors; ++i) {
    for (std::uint64_t open = equal_bytes(counts[i], 0); open != 0; open &= open - 1) {
      const int item = i * kVectorBytes + __builtin_ctzll(open);
      bytes[item] = static_cast<std::uint8_t>(
          count_item<W>(space, level + 1, static_cast<std::uint32_t>(item)));
    }
  }
  return true;
}

/// Makes the counts of level + 1 by looking at the options that are removed, or at those that stay.
template <class W>
PUZZLED_INLINE void count_by_options(const Space& space, std::uint32_t level, const Bytes* own,
                                     bool fewer_are_removed, Bytes* counts) {
  const Bytes* const before = W::counts(space, level);
  const int vectors = W::item_vectors(space);
  if (fewer_are_removed) {
    for (int i = 0; i < vectors; ++i) counts[i] = before[i];
    for_each_option_of<W>(space, space.removed, space.removed_blocks, [&](std::uint32_t other) {
      const Bytes* const ones = W::ones(space, other);
      for (int i = 0; i < vectors; ++i) counts[i] -= ones[i];
    });
    // The option's own items are covered now.
    for (int i = 0; i < vectors; ++i) counts[i] |= -own[i];
    return;
  }
  for (int i = 0; i < vectors; ++i) {
    counts[i] = reinterpret_cast<Bytes>(before[i] == broadcast<Bytes>(kCovered)) | -own[i];
  }
  const auto add = [&](std::uint32_t other) {
    const Bytes* const ones = W::ones(space, other);
    for (int i = 0; i < vectors; ++i) counts[i] += ones[i];
  };
  for_each_option_of<W>(space, W::live(space, level + 1), W::live_blocks(space, level + 1), add);
}

/// Makes level + 1 from `level` by choosing `option`, and returns what to branch on there.
template <class W>
PUZZLED_INLINE Choice apply_option(Space& space, std::uint32_t level, std::uint32_t option) {
  Bytes held_counts[W::kHeldItemVectors];
  Bytes* const after = W::counts(space, level + 1);
  Bytes* const counts = W::kItemBlocks != 0 ? held_counts : after;
  const Bytes* const own = W::ones(space, option);

  const std::uint32_t gone = exclude<W>(space, level, option);
  const std::uint32_t stay = space.live_counts[level] - gone;
  space.live_counts[level + 1] = stay;
  if (!W::kLongRows || !count_by_items<W>(space, level, own, gone < stay ? gone : stay, counts)) {
    count_by_options<W>(space, level, own, gone <= stay, counts);
  }
  if constexpr (W::kItemBlocks != 0) {
    for (int i = 0; i < W::item_vectors(space); ++i) after[i] = counts[i];
  }
  return choose_of<W>(space, counts);
}

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
