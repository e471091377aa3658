#include "core/cover/search/cache.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace puzzled::cover::search {
namespace {

constexpr std::uint64_t kFirstEntries = std::uint64_t{1} << 13;

std::atomic_ref<std::uint64_t> atomic(std::uint64_t& word) {
  return std::atomic_ref<std::uint64_t>(word);
}

}  // namespace

bool has_item_keys(const Matrices& matrices) {
  return !matrices.has_secondary_items && matrices.items <= matrices.options;
}

std::uint32_t key_words(const Matrices& matrices) {
  return ((has_item_keys(matrices) ? matrices.items : matrices.options) + 63) / 64;
}

Cache::Cache(const Matrices& matrices, std::uint32_t count_words, std::uint64_t max_bytes,
             bool is_shared) {
  table_.key_words = key_words(matrices);
  table_.count_words = count_words;
  table_.entry_words = 1 + table_.count_words + table_.key_words;
  table_.has_item_keys = has_item_keys(matrices);
  table_.is_shared = is_shared;
  const std::uint64_t entry_bytes = std::uint64_t{table_.entry_words} * 8;
  // (An entry's places may reach past the end.)
  const std::uint64_t fitting = max_bytes / entry_bytes;
  max_entries_ =
      std::bit_floor(std::max<std::uint64_t>(fitting - std::min(fitting, CacheTable::kPlaces), 16));
  const std::uint64_t entries = std::min(kFirstEntries, max_entries_);
  memory_ = allocate_huge((max_entries_ + CacheTable::kPlaces) * entry_bytes);
  table_.entries = static_cast<std::uint64_t*>(memory_.get());
  table_.mask = entries - 1;
  std::memset(table_.entries, 0, (entries + CacheTable::kPlaces) * entry_bytes);
}

void Cache::added(std::uint64_t entries) {
  const std::uint64_t used = used_.fetch_add(entries, std::memory_order_relaxed) + entries;
  const std::uint64_t size = atomic(table_.mask).load(std::memory_order_relaxed) + 1;
  if (2 * used < size || size >= max_entries_) return;
  if (grows_.test_and_set(std::memory_order_acquire)) return;  // another thread is at it
  if (atomic(table_.mask).load(std::memory_order_relaxed) + 1 == size) grow(size);
  grows_.clear(std::memory_order_release);
}

void Cache::grow(std::uint64_t old_size) {
  // Nobody reads or writes behind kPlaces past the old end before the mask says so.
  const std::uint64_t words = table_.entry_words;
  const std::uint64_t first = old_size + CacheTable::kPlaces;
  std::memset(table_.entries + first * words, 0, old_size * words * 8);
  atomic(table_.mask).store(2 * old_size - 1, std::memory_order_release);
  for (std::uint64_t place = 0; place < first; ++place) move_up(place, old_size);
}

/// Moves an entry to the upper half if its hash points there now.
void Cache::move_up(std::uint64_t place, std::uint64_t old_size) {
  std::uint64_t* const entry = table_.entries + place * table_.entry_words;
  const std::uint64_t meta =
      atomic(*entry).fetch_or(CacheTable::kLocked, std::memory_order_acquire);
  if ((meta & CacheTable::kLocked) != 0) return;
  std::uint64_t left = meta;
  if (static_cast<std::uint32_t>(meta) > CacheTable::kMoved) {
    const std::uint64_t hash =
        hash_key(entry + 1 + table_.count_words, table_.key_words) & (2 * old_size - 1);
    if (hash >= old_size && place < old_size) {
      for (std::uint64_t i = 0; i < CacheTable::kPlaces; ++i) {
        std::uint64_t* const to = table_.entries + (hash + i) * table_.entry_words;
        std::uint64_t empty = 0;
        if (!atomic(*to).compare_exchange_strong(empty, CacheTable::kLocked,
                                                 std::memory_order_acquire)) {
          continue;
        }
        std::memcpy(to + 1, entry + 1, (table_.entry_words - 1) * std::size_t{8});
        atomic(*to).store(meta, std::memory_order_release);
        break;
      }
      left = CacheTable::kMoved;
    }
  }
  atomic(*entry).store(left, std::memory_order_release);
}

}  // namespace puzzled::cover::search
