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

Choice apply_wide(Space& space, std::uint32_t level, std::uint32_t option) {
  using W = Widths<0>;
  const std::uint16_t* const before = wide_counts(space, level);
  std::uint16_t* const counts = wide_counts(space, level + 1);
  const std::uint16_t* const own = wide_ones(space, option);
  const std::uint32_t items = space.wide_blocks * static_cast<std::uint32_t>(kBlockBytes / 2);
  const int words = W::option_words(space);

  const std::uint32_t gone = exclude<W>(space, level, option);
  if (space.block_words > 0) {
    note_blocks(W::live(space, level + 1), space.option_blocks, W::live_blocks(space, level + 1));
  }
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
