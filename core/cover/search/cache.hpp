// A cache of counts of residual problems, for when the same one occurs again.
//
// Different choices often leave the same options, and thus the same number of solutions. The key is
// exact and compared in full: the items not covered, or with secondary items the live options
// (which tell the items and the colours that matter).
//
// It is a hash table with open addressing in one piece of memory: a new count may replace the
// cheapest one nearby. It begins small and doubles in place, since most searches need little.
// Several threads may share it: a bit locks an entry while it is copied, and a thread that finds it
// locked proceeds without it.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/cover/search/matrices.hpp"
#include "core/huge_memory.hpp"

namespace puzzled::cover::search {

/// The part of a cache that kernels access.
///
/// An entry is a word of `meta`, the words of the count, then those of the key. Meta: bit 63:
/// locked; 31 bits of the hash; 32 bits: nodes that the count took, plus 1, at most all ones. 0:
/// empty; 1 as the lower half: there was an entry, which has moved.
struct CacheTable {
  static constexpr std::uint64_t kLocked = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kMoved = 1;
  static constexpr std::uint64_t kMaxCost = UINT32_MAX - 1;
  /// An entry is at most so many places from where its hash points.
  static constexpr std::uint64_t kPlaces = 8;

  std::uint64_t* entries;
  std::uint64_t mask;  ///< entries in use, less 1; atomic
  std::uint32_t key_words;
  std::uint32_t count_words;
  std::uint32_t entry_words;
  bool has_item_keys;  ///< keys are items not covered; else live options
  bool is_shared;
};

class Cache {
 public:
  /// For counts of `count_words` 64-bit words. Takes up to `max_bytes` as it fills.
  Cache(const Matrices& matrices, std::uint32_t count_words, std::uint64_t max_bytes,
        bool is_shared);
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  CacheTable& table() { return table_; }

  /// Reports entries that were stored in empty places; doubles the table when it is due.
  void added(std::uint64_t entries);

 private:
  void grow(std::uint64_t old_size);
  void move_up(std::uint64_t place, std::uint64_t old_size);

  HugeMemory memory_;
  CacheTable table_{};
  std::uint64_t max_entries_;
  std::atomic<std::uint64_t> used_{0};
  std::atomic_flag grows_ = ATOMIC_FLAG_INIT;
};

/// Whether keys are the uncovered items, else the live options; and the length of a key.
bool has_item_keys(const Matrices& matrices);
std::uint32_t key_words(const Matrices& matrices);

/// A hash of a key: every bit of it depends on all words.
[[gnu::always_inline]] inline std::uint64_t hash_key(const std::uint64_t* key,
                                                     std::uint32_t words) {
  __extension__ using Product = unsigned __int128;
  // Two words at a time, multiplied with each other: neighbours do not wait for one another.
  std::uint64_t hash = 0;
  std::uint64_t salt = 0x9e3779b97f4a7c15U;
  for (std::uint32_t i = 0; i < words; i += 2) {
    const std::uint64_t second = i + 1 < words ? key[i + 1] : 0;
    const Product product = static_cast<Product>(key[i] ^ salt) * (second ^ 0xd6e8feb86659fd93U);
    hash += static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    salt += 0x9e3779b97f4a7c15U;
  }
  const Product product = static_cast<Product>(hash ^ 0xa0761d6478bd642fU) * 0xe7037ed1a0b428dbU;
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

}  // namespace puzzled::cover::search
