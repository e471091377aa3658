#include "core/sudoku/tools/form_key.hpp"

#include <cstring>
#include <utility>

namespace puzzled::sudoku {
namespace {

__extension__ using Product = unsigned __int128;

// Both halves of a product depend on all bits of its factors.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t share_of(std::uint64_t number, std::size_t range) {
  return static_cast<std::uint64_t>((static_cast<Product>(number) * range) >> 64);
}

}  // namespace

FormKey key_of(const Grid& form) {
  // Digits have four bits: two words of eight cells make one.
  constexpr std::size_t kWords = 5;
  std::array<std::uint64_t, 2 * kWords> cells;
  std::memcpy(cells.data(), form.digits.data(), sizeof cells);
  FormKey key{.high = 0x9e3779b97f4a7c15U + form[80], .low = 0xd1342543de82ef95U ^ form[80]};
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::uint64_t word = cells[i] | cells[i + kWords] << 4;
    key.high = folded_product(key.high ^ word, 0xbf58476d1ce4e5b9U) + word;
    key.low = folded_product(key.low + word, 0x94d049bb133111ebU) ^ word;
  }
  key.high = folded_product(key.high, 0xc2b2ae3d27d4eb4fU) ^ key.low;
  key.low = folded_product(key.low, 0xa0761d6478bd642fU) + key.high;
  if (key == FormKey{}) key.low = 1;  // two zeros stand for nothing
  return key;
}

FormSet::Inserted FormSet::insert(FormKey key) {
  Shard& shard = shards_[key.high >> 56];
  if (shard.capacity > 0 && find(shard, key) == key) return Inserted::kKnown;
  // An eighth stays free, so that a new key looks at a few dozen others at most on average.
  if (shard.size >= shard.capacity - shard.capacity / 8 && !grow(shard)) return Inserted::kNoRoom;
  find(shard, key) = key;
  ++shard.size;
  ++size_;
  return Inserted::kNew;
}

bool FormSet::contains(FormKey key) {
  Shard& shard = shards_[key.high >> 56];
  return shard.capacity > 0 && find(shard, key) == key;
}

// The key's place, or the free one where it would be.
FormKey& FormSet::find(Shard& shard, FormKey key) {
  std::size_t at = share_of(key.low, shard.capacity);
  while (shard.keys[at] != FormKey{} && shard.keys[at] != key) {
    if (++at == shard.capacity) at = 0;
  }
  return shard.keys[at];
}

bool FormSet::grow(Shard& shard) {
  constexpr std::size_t kFirst = 8;
  Shard larger;
  larger.capacity = shard.capacity == 0 ? kFirst : shard.capacity + shard.capacity / 4;
  larger.size = shard.size;
  const std::uint64_t more = (larger.capacity - shard.capacity) * sizeof(FormKey);
  if (bytes_ + more > max_bytes_) return false;
  larger.keys = std::make_unique<FormKey[]>(larger.capacity);
  for (std::size_t i = 0; i < shard.capacity; ++i) {
    if (shard.keys[i] != FormKey{}) find(larger, shard.keys[i]) = shard.keys[i];
  }
  bytes_ += more;
  shard = std::move(larger);
  return true;
}

}  // namespace puzzled::sudoku
