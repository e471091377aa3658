// For the kernel: the same step where an item has more options than a byte counts. Most searches
// need it near the root only, so it is simple and not specialised by width.
#pragma once

#include "core/cover/search/step.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

PUZZLED_INLINE std::uint16_t* wide_counts(const Space& space, std::uint32_t level) {
  return reinterpret_cast<std::uint16_t*>(space.counts + level * space.count_bytes);
}

PUZZLED_INLINE const std::uint16_t* wide_ones(const Space& space, std::uint32_t option) {
  return space.wide_ones + std::size_t{option} * space.wide_blocks * (kBlockBytes / 2);
}

Choice choose_wide(const Space& space, std::uint32_t level) {
  const std::uint16_t* const counts = wide_counts(space, level);
  std::uint16_t fewest = kWideCovered;
  for (std::uint32_t item = 0; item < space.items; ++item) {
    fewest = counts[item] < fewest ? counts[item] : fewest;
  }
  if (fewest == kWideCovered) return {Choice::kSolved, kWideCovered};
  if (fewest == 0) return {0, 0};
  std::uint32_t item = 0;
  while (counts[item] != fewest) ++item;
  return {item, fewest};
}

/// Says which blocks of a level are not empty, where rows are long.
template <class W>
void note_blocks(const Space& space, std::uint32_t level) {
  const std::uint64_t* const live = W::live(space, level);
  for (std::uint32_t word = 0; word < space.block_words; ++word) {
    const std::uint32_t left = space.option_blocks - word * 64;
    std::uint64_t blocks = 0;
    for (std::uint32_t bit = 0; bit < 64 && bit < left; ++bit) {
      const std::uint64_t* const block = live + std::size_t{word * 64 + bit} * kBlockWords;
      std::uint64_t some = 0;
      for (std::size_t i = 0; i < kBlockWords; ++i) some |= block[i];
      blocks |= std::uint64_t{some != 0} << bit;
    }
    W::live_blocks(space, level)[word] = blocks;
  }
}

Choice apply_wide(Space& space, std::uint32_t level, std::uint32_t option) {
  using W = Widths<0>;
  const std::uint16_t* const before = wide_counts(space, level);
  std::uint16_t* const counts = wide_counts(space, level + 1);
  const std::uint16_t* const own = wide_ones(space, option);
  const std::uint32_t items = space.wide_blocks * static_cast<std::uint32_t>(kBlockBytes / 2);
  const int words = W::option_words(space);

  const std::uint32_t gone = exclude<W>(space, level, option);
  note_blocks<W>(space, level + 1);
  const std::uint32_t stay = space.live_counts[level] - gone;
  space.live_counts[level + 1] = stay;
  if (gone <= stay) {
    for (std::uint32_t i = 0; i < items; ++i) counts[i] = before[i];
    for_each_option(space.removed, 0, words, [&](std::uint32_t other) {
      const std::uint16_t* const ones = wide_ones(space, other);
      for (std::uint32_t i = 0; i < items; ++i) {
        counts[i] = static_cast<std::uint16_t>(counts[i] - ones[i]);
      }
    });
    for (std::uint32_t i = 0; i < items; ++i) {
      counts[i] = static_cast<std::uint16_t>(counts[i] | -own[i]);
    }
  } else {
    for (std::uint32_t i = 0; i < items; ++i) {
      counts[i] = before[i] == kWideCovered || own[i] != 0 ? kWideCovered : std::uint16_t{0};
    }
    for_each_option(W::live(space, level + 1), 0, words, [&](std::uint32_t other) {
      const std::uint16_t* const ones = wide_ones(space, other);
      for (std::uint32_t i = 0; i < items; ++i) {
        counts[i] = static_cast<std::uint16_t>(counts[i] + ones[i]);
      }
    });
  }
  return choose_wide(space, level + 1);
}

bool narrow(Space& space, std::uint32_t level) {
  const std::uint16_t* const counts = wide_counts(space, level);
  std::uint16_t most = 0;
  for (std::uint32_t item = 0; item < space.items; ++item) {
    const std::uint16_t count = counts[item] == kWideCovered ? std::uint16_t{0} : counts[item];
    most = count > most ? count : most;
  }
  if (most >= kCovered) return false;
  // In place: the byte of an item is never behind its 16 bits.
  unsigned char* const bytes = space.counts + level * space.count_bytes;
  for (std::uint32_t item = 0; item < space.items; ++item) {
    std::uint16_t count;
    __builtin_memcpy(&count, bytes + 2 * std::size_t{item}, 2);
    bytes[item] = count == kWideCovered ? kCovered : static_cast<std::uint8_t>(count);
  }
  __builtin_memset(bytes + space.items, kCovered, space.item_blocks * kBlockBytes - space.items);
  return true;
}

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
