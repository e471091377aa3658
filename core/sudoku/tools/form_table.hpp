// Tables by the keys of canonical forms, in bounded memory: a set, and what else is known of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/split_mix.hpp"
#include "core/sudoku/tools/form_key.hpp"

namespace puzzled::sudoku {

/// Whether a key could be put into a table.
enum class Inserted { kNew, kKnown, kNoRoom };

/// A table of entries, each with a member `key`. For one thread at a time.
///
/// It is cut into shards by the first byte of a key, each a table with open addressing that grows
/// alone and by a quarter: so a key of 16 bytes takes 18 to 23, and growing needs no second copy of
/// the whole. A key's place in its table is its share of the range of `low`: a table that grows is
/// copied from its first key to its last.
template <class Entry>
class FormTable {
 public:
  /// `max_bytes`: what the shards may take, at least 64 KiB.
  explicit FormTable(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  struct Place {
    Inserted inserted;
    Entry* entry;  ///< of the key, until the next insertion; null without room
  };

  /// kNoRoom: the key is new, and the table was left as it was.
  Place insert(const FormKey& key);

  bool contains(const FormKey& key) {
    Shard& shard = shards_[key.high >> 56];
    return shard.capacity > 0 && find(shard, key).key == key;
  }

  std::uint64_t size() const { return size_; }

 private:
  static constexpr std::size_t kShards = 256;

  struct Shard {
    std::unique_ptr<Entry[]> entries;  // a key of two zeros: nothing
    std::size_t capacity = 0;
    std::size_t size = 0;
  };

  static Entry& find(Shard& shard, const FormKey& key);
  bool grow(Shard& shard);

  const std::uint64_t max_bytes_;
  std::array<Shard, kShards> shards_;
  std::uint64_t bytes_ = 0;
  std::uint64_t size_ = 0;
};

/// A set of keys.
class FormSet {
 public:
  explicit FormSet(std::uint64_t max_bytes) : keys_(max_bytes) {}

  Inserted insert(const FormKey& key);
  bool contains(const FormKey& key);
  std::uint64_t size() const { return keys_.size(); }

 private:
  struct Entry {
    FormKey key;
  };
  FormTable<Entry> keys_;
};

template <class Entry>
auto FormTable<Entry>::insert(const FormKey& key) -> Place {
  Shard& shard = shards_[key.high >> 56];
  if (shard.capacity > 0) {
    Entry& known = find(shard, key);
    if (known.key == key) return {Inserted::kKnown, &known};
  }
  // An eighth stays free, so that a new key looks at a few dozen others at most on average.
  if (shard.size >= shard.capacity - shard.capacity / 8 && !grow(shard)) {
    return {Inserted::kNoRoom, nullptr};
  }
  Entry& place = find(shard, key);
  place.key = key;
  ++shard.size;
  ++size_;
  return {Inserted::kNew, &place};
}

// The entry of the key, or the free one where it would be.
template <class Entry>
Entry& FormTable<Entry>::find(Shard& shard, const FormKey& key) {
  auto at = static_cast<std::size_t>(scaled_bits(key.low, shard.capacity));
  while (shard.entries[at].key != FormKey{} && shard.entries[at].key != key) {
    if (++at == shard.capacity) at = 0;
  }
  return shard.entries[at];
}

template <class Entry>
bool FormTable<Entry>::grow(Shard& shard) {
  constexpr std::size_t kFirst = 8;
  Shard larger;
  larger.capacity = shard.capacity == 0 ? kFirst : shard.capacity + shard.capacity / 4;
  larger.size = shard.size;
  const std::uint64_t more = (larger.capacity - shard.capacity) * sizeof(Entry);
  if (bytes_ + more > max_bytes_) return false;
  larger.entries = std::make_unique<Entry[]>(larger.capacity);
  for (std::size_t i = 0; i < shard.capacity; ++i) {
    const Entry& entry = shard.entries[i];
    if (entry.key != FormKey{}) find(larger, entry.key) = entry;
  }
  bytes_ += more;
  shard = std::move(larger);
  return true;
}

}  // namespace puzzled::sudoku
