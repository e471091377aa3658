// For the kernel: reads and writes entries of a cache (cache.hpp).
#pragma once

#include "core/cover/search/cache.hpp"
#include "core/simd/vector.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

/// A count of so many 64-bit words, the least significant first.
template <int kWords>
struct Number {
  std::uint64_t words[kWords];
};

/// Whether there was no room for the sum.
template <int kWords>
PUZZLED_INLINE bool add(Number<kWords>& to, const Number<kWords>& other) {
  unsigned long long carry = 0;
  for (int i = 0; i < kWords; ++i) {
    unsigned long long sum = 0;
    const bool first = __builtin_add_overflow(to.words[i], carry, &sum);
    const bool second = __builtin_add_overflow(sum, other.words[i], &sum);
    to.words[i] = sum;
    carry = first || second ? 1 : 0;
  }
  return carry != 0;
}

PUZZLED_INLINE std::uint64_t tag_of(std::uint64_t hash) {
  return hash >> 33;
}
PUZZLED_INLINE std::uint32_t cost_field(std::uint64_t meta) {
  return static_cast<std::uint32_t>(meta);
}

/// Finds the count of a key, and the nodes that it took; false if the cache does not have it.
template <int kWords>
PUZZLED_INLINE bool look_up(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                            Number<kWords>& count, std::uint64_t& cost) {
  const std::uint64_t mask = __atomic_load_n(&table.mask, __ATOMIC_ACQUIRE);
  std::uint64_t* entry = table.entries + (hash & mask) * table.entry_words;
  for (std::uint64_t i = 0; i < CacheTable::kPlaces; ++i, entry += table.entry_words) {
    const std::uint64_t meta = __atomic_load_n(entry, __ATOMIC_RELAXED);
    if (meta == 0) return false;
    if (meta >> 32 != tag_of(hash) || cost_field(meta) <= CacheTable::kMoved) continue;
    if (table.is_shared) {
      const std::uint64_t before = __atomic_fetch_or(entry, CacheTable::kLocked, __ATOMIC_ACQUIRE);
      if ((before & CacheTable::kLocked) != 0) return false;
      if (before != meta) {
        __atomic_store_n(entry, before, __ATOMIC_RELEASE);
        return false;
      }
    }
    for (int word = 0; word < kWords; ++word) count.words[word] = entry[1 + word];
    const std::uint64_t* const stored = entry + 1 + kWords;
    std::uint64_t differing = 0;
    for (std::uint32_t word = 0; word < table.key_words; ++word) {
      differing |= stored[word] ^ key[word];
    }
    if (table.is_shared) __atomic_store_n(entry, meta, __ATOMIC_RELEASE);
    if (differing == 0) {
      cost = cost_field(meta) - 1;
      return true;
    }
  }
  return false;
}

/// Stores the count of a key. Returns whether its place had been empty.
template <int kWords>
PUZZLED_INLINE bool store(CacheTable& table, const std::uint64_t* key, std::uint64_t hash,
                          const Number<kWords>& count, std::uint64_t cost) {
  const std::uint64_t mask = __atomic_load_n(&table.mask, __ATOMIC_ACQUIRE);
  std::uint64_t* entry = table.entries + (hash & mask) * table.entry_words;
  std::uint64_t* cheapest = nullptr;
  std::uint64_t cheapest_meta = ~std::uint64_t{0};
  for (std::uint64_t i = 0; i < CacheTable::kPlaces; ++i, entry += table.entry_words) {
    const std::uint64_t meta = __atomic_load_n(entry, __ATOMIC_RELAXED);
    if ((meta & CacheTable::kLocked) != 0) continue;
    if (cheapest == nullptr || cost_field(meta) < cost_field(cheapest_meta)) {
      cheapest = entry;
      cheapest_meta = meta;
      if (cost_field(meta) <= CacheTable::kMoved) break;
    }
  }
  if (cheapest == nullptr) return false;
  if (table.is_shared) {
    std::uint64_t expected = cheapest_meta;
    if (!__atomic_compare_exchange_n(cheapest, &expected, CacheTable::kLocked, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return false;
    }
  }
  for (int word = 0; word < kWords; ++word) cheapest[1 + word] = count.words[word];
  for (std::uint32_t word = 0; word < table.key_words; ++word) {
    cheapest[1 + kWords + word] = key[word];
  }
  cost = cost < CacheTable::kMaxCost ? cost : CacheTable::kMaxCost;
  __atomic_store_n(cheapest, tag_of(hash) << 32 | (cost + 1), __ATOMIC_RELEASE);
  return cheapest_meta == 0;
}

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
