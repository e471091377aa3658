// Sets of k distinct values out of 1 to n, n at most 9: which of them some cells can hold, and what
// follows.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// The sets of k values as bits of a word, those of smaller sums lower: at most 126, 4 out of 9.
__extension__ using Combinations = unsigned __int128;

/// REQUIRES: combinations != 0.
constexpr int lowest_bit(Combinations combinations) {
  const auto low = static_cast<std::uint64_t>(combinations);
  return low != 0 ? std::countr_zero(low)
                  : 64 + std::countr_zero(static_cast<std::uint64_t>(combinations >> 64));
}
constexpr int highest_bit(Combinations combinations) {
  const auto high = static_cast<std::uint64_t>(combinations >> 64);
  return high != 0 ? 127 - std::countl_zero(high)
                   : 63 - std::countl_zero(static_cast<std::uint64_t>(combinations));
}

/// For one number of cells.
class CombinationTable {
 public:
  static constexpr int kMaxValues = 9;
  static constexpr int kMaxSum = 45;

  /// Made at the first call. REQUIRES: 1 <= cells <= values <= kMaxValues.
  static const CombinationTable& of(int values, int cells);

  CombinationTable(int values, int cells);

  Combinations all() const { return all_; }
  /// With a value of `set`, which a cell with these candidates needs.
  Combinations meeting(ValueSet set) const { return meeting_[set]; }
  /// Of no other values than those of `set`.
  Combinations within(ValueSet set) const { return all_ & ~meeting_[all_values_ & ~set]; }
  Combinations with(int value) const { return with_[value]; }
  /// None, where no sum of so many values is that.
  Combinations of_sum(int sum) const { return sum < 0 || sum > kMaxSum ? 0 : of_sum_[sum]; }

  /// Of sums from `least` to `most`.
  Combinations of_sums(int least, int most) const { return up_to(most) & ~up_to(least - 1); }

  int least_sum(Combinations some) const { return sums_[lowest_bit(some)]; }
  int greatest_sum(Combinations some) const { return sums_[highest_bit(some)]; }
  /// Bit s: one of them sums to s, from `least` to `most`. REQUIRES: 0 <= least; most <= kMaxSum.
  std::uint64_t sums(Combinations some, int least, int most) const;
  /// Those of `sets`, each of as many values as there are cells.
  Combinations of_sets(std::span<const ValueSet> sets) const;
  /// The set that a bit stands for.
  ValueSet values(int bit) const { return values_[bit]; }

 private:
  Combinations up_to(int sum) const {
    return sum < 0 ? 0 : up_to_sum_[sum < kMaxSum ? sum : kMaxSum];
  }

  Combinations all_ = 0;
  const ValueSet all_values_;
  std::vector<Combinations> meeting_;  // by sets of values: 8 KB, for of each cell one is looked up
  Combinations with_[kMaxValues + 1]{};
  Combinations of_sum_[kMaxSum + 1]{};
  Combinations up_to_sum_[kMaxSum + 1]{};
  std::uint8_t sums_[128]{};
  ValueSet values_[128]{};
};

}  // namespace puzzled::variants
