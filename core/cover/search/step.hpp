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
template <int kItems>
struct Widths {
  static constexpr int kItemBlocks = kItems;
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

/// Splits the live options of a level into those that `option` excludes, to space.removed, and the
/// others, to the next level. Returns how many were excluded.
template <class W>
PUZZLED_INLINE std::uint32_t exclude(const Space& space, std::uint32_t level,
                                     std::uint32_t option) {
  const int vectors = W::option_vectors(space);
  const auto* const live = reinterpret_cast<const Words*>(W::live(space, level));
  auto* const rest = reinterpret_cast<Words*>(W::live(space, level + 1));
  auto* const gone = reinterpret_cast<Words*>(space.removed);
  BitCount count;
  if (space.exclusions != nullptr) {
    const auto* const row = reinterpret_cast<const Words*>(space.exclusions) +
                            std::size_t{option} * static_cast<std::size_t>(vectors);
    for (int i = 0; i < vectors; ++i) {
      const Words excluded = live[i] & row[i];
      gone[i] = excluded;
      rest[i] = live[i] & ~row[i];
      count.add(excluded);
    }
    return count.total();
  }
  const std::uint32_t* const first = space.option_rows + space.option_row_starts[option];
  const std::uint32_t* const last = space.option_rows + space.option_row_starts[option + 1];
  const auto* const rows = reinterpret_cast<const Words*>(space.rows);
  for (int i = 0; i < vectors; ++i) {
    Words row{};
    for (const std::uint32_t* at = first; at != last; ++at) {
      row |=
          rows[std::size_t{*at} * static_cast<std::size_t>(vectors) + static_cast<std::size_t>(i)];
    }
    const Words excluded = live[i] & row;
    gone[i] = excluded;
    rest[i] = live[i] & ~row;
    count.add(excluded);
  }
  return count.total();
}

/// Calls `visit` with each option of a row.
template <class Visit>
PUZZLED_INLINE void for_each_option(const std::uint64_t* row, int words, Visit visit) {
  for (int word = 0; word < words; ++word) {
    for (std::uint64_t bits = row[word]; bits != 0; bits &= bits - 1) {
      visit(static_cast<std::uint32_t>(word * 64 + __builtin_ctzll(bits)));
    }
  }
}

/// Makes level + 1 from `level` by choosing `option`, and returns what to branch on there.
template <class W>
PUZZLED_INLINE Choice apply_option(Space& space, std::uint32_t level, std::uint32_t option) {
  Bytes held_counts[W::kHeldItemVectors];
  const Bytes* const before = W::counts(space, level);
  Bytes* const after = W::counts(space, level + 1);
  Bytes* const counts = W::kItemBlocks != 0 ? held_counts : after;
  const Bytes* const own = W::ones(space, option);
  const int vectors = W::item_vectors(space);
  const int words = W::option_words(space);

  const std::uint32_t gone = exclude<W>(space, level, option);
  const std::uint32_t stay = space.live_counts[level] - gone;
  space.live_counts[level + 1] = stay;
  if (gone <= stay) {
    for (int i = 0; i < vectors; ++i) counts[i] = before[i];
    for_each_option(space.removed, words, [&](std::uint32_t other) {
      const Bytes* const ones = W::ones(space, other);
      for (int i = 0; i < vectors; ++i) counts[i] -= ones[i];
    });
    // The option's own items are covered now.
    for (int i = 0; i < vectors; ++i) counts[i] |= -own[i];
  } else {
    for (int i = 0; i < vectors; ++i) {
      counts[i] = reinterpret_cast<Bytes>(before[i] == broadcast<Bytes>(kCovered)) | -own[i];
    }
    for_each_option(W::live(space, level + 1), words, [&](std::uint32_t other) {
      const Bytes* const ones = W::ones(space, other);
      for (int i = 0; i < vectors; ++i) counts[i] += ones[i];
    });
  }
  if constexpr (W::kItemBlocks != 0) {
    for (int i = 0; i < vectors; ++i) after[i] = counts[i];
  }
  return choose_of<W>(space, counts);
}

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
