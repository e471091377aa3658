// The states of one step, each with its count: a hash table with open addressing and adjacent
// entries, so that most look-ups touch one cache line.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/cover/frontier/counter.hpp"

namespace puzzled::cover::frontier {

/// The memory that all tables of a count share.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit) : left_(limit) {}

  bool take(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  void give_back(std::uint64_t bytes) { left_ += bytes; }

 private:
  std::uint64_t left_;
};

template <std::size_t kWords>
using State = std::array<std::uint64_t, kWords>;

/// Equality, written as a loop: the comparison of arrays calls memcmp(), which took a third of the
/// time.
template <std::size_t kWords>
bool is_same(const State<kWords>& a, const State<kWords>& b) {
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < kWords; ++i) difference |= a[i] ^ b[i];
  return difference == 0;
}

/// Table places come from its upper bits. With one multiplication only, states to which the same
/// option is added keep the order of their hashes. As a map is read in that order, their successors
/// would all cluster at one end of the next map, and probing would take ever longer.
template <std::size_t kWords>
std::uint64_t hash_of(const State<kWords>& state) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state) {
    hash ^= word;
    hash = (hash ^ hash >> 32) * kOdd;
  }
  return (hash ^ hash >> 32) * kOdd;
}

template <std::size_t kStateWords, std::size_t kCountWords>
class StateMap {
 public:
  using Key = State<kStateWords>;
  using Value = Counter<kCountWords>;

  /// A count of 0 marks an empty entry.
  struct Entry {
    Key state{};
    Value count;
  };

  std::size_t size() const { return size_; }
  const std::vector<Entry>& entries() const { return entries_; }

  void prefetch(std::uint64_t hash) const {
    if (!entries_.empty()) __builtin_prefetch(&entries_[hash >> shift_], 1);
  }

  /// Makes a table of so many entries, a power of two and at least 2. False: no memory.
  /// REQUIRES: it is empty.
  bool reserve(std::size_t capacity, MemoryBudget& budget) {
    if (!budget.take(capacity * sizeof(Entry))) return false;
    entries_.resize(capacity);
    set_capacity();
    return true;
  }

  /// Adds `count`, not zero, to that of `state`. False: no memory, and nothing has changed.
  bool add(const Key& state, std::uint64_t hash, const Value& count, MemoryBudget& budget) {
    // At most 5/8 full: up to a half tetrominoes on 8x10 cells take 3 % less time, up to 3/4
    // dominoes on 16x16 cells 17 % more.
    if (size_ * 8 >= entries_.size() * 5 && !grow(budget)) return false;
    Entry& entry = find(state, hash);
    if (entry.count.is_zero()) {
      entry = {state, count};
      ++size_;
    } else {
      entry.count.add(count);
    }
    return true;
  }

  void clear(MemoryBudget& budget) {
    budget.give_back(entries_.size() * sizeof(Entry));
    std::vector<Entry>().swap(entries_);
    size_ = 0;
  }

  /// Takes the states of a map of smaller counts, each to the same place. False: no memory.
  template <std::size_t kFewerWords>
  bool take(StateMap<kStateWords, kFewerWords>& narrow, MemoryBudget& budget) {
    if (narrow.entries().empty()) return true;
    if (!reserve(narrow.entries().size(), budget)) return false;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const auto& [state, count] = narrow.entries()[i];
      entries_[i].state = state;
      std::copy(count.words.begin(), count.words.end(), entries_[i].count.words.begin());
    }
    size_ = narrow.size();
    narrow.clear(budget);
    return true;
  }

 private:
  static constexpr std::size_t kFirstCapacity = 32;

  void set_capacity() { shift_ = 65 - static_cast<unsigned>(std::bit_width(entries_.size())); }

  Entry& find(const Key& state, std::uint64_t hash) {
    for (std::size_t i = hash >> shift_;; i = (i + 1) & (entries_.size() - 1)) {
      Entry& entry = entries_[i];
      if (is_same(entry.state, state) || entry.count.is_zero()) return entry;
    }
  }

  bool grow(MemoryBudget& budget) {
    if (entries_.empty()) return reserve(kFirstCapacity, budget);
    std::vector<Entry> old = std::exchange(entries_, {});
    if (!reserve(old.size() * 2, budget)) {
      entries_ = std::move(old);
      return false;
    }
    for (const Entry& entry : old) {
      if (!entry.count.is_zero()) find(entry.state, hash_of(entry.state)) = entry;
    }
    budget.give_back(old.size() * sizeof(Entry));
    return true;
  }

  std::vector<Entry> entries_;  // none, or a power of two
  std::size_t size_ = 0;
  unsigned shift_ = 63;  // from a hash to its place
};

}  // namespace puzzled::cover::frontier
