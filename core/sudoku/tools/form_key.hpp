// Canonical forms as keys of 16 bytes, and a set of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Identifies a canonical form by 128 bits of a hash. The probability that any two of 10^12
/// different forms have the same is 10^-15.
struct FormKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const FormKey&, const FormKey&) = default;
};

/// REQUIRES: every digit of `form` is in 0..9.
FormKey key_of(const Grid& form);

/// A set of keys, in bounded memory. For one thread at a time.
///
/// It is cut into shards by the first byte of a key, each a table with open addressing that grows
/// alone and by a quarter: so a key takes 18 to 23 bytes, and growing needs no second copy of the
/// whole. A key's place in its table is its share of the range of `low`: a table that grows is
/// copied from its first key to its last.
class FormSet {
 public:
  /// `max_bytes`: what the tables may take, at least 64 KiB.
  explicit FormSet(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  enum class Inserted { kNew, kKnown, kNoRoom };

  /// kNoRoom: the key is new, and the set was left as it was.
  Inserted insert(FormKey key);

  bool contains(FormKey key);

  std::uint64_t size() const { return size_; }

 private:
  static constexpr std::size_t kShards = 256;

  struct Shard {
    std::unique_ptr<FormKey[]> keys;  // a key of two zeros: nothing
    std::size_t capacity = 0;
    std::size_t size = 0;
  };

  static FormKey& find(Shard& shard, FormKey key);
  bool grow(Shard& shard);

  const std::uint64_t max_bytes_;
  std::array<Shard, kShards> shards_;
  std::uint64_t bytes_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace puzzled::sudoku
