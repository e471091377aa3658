#include "core/variants/combination_table.hpp"

#include <array>
#include <atomic>
#include <memory>

namespace puzzled::variants {
namespace {

int sum_of(ValueSet values) {
  int sum = 0;
  for (; values != 0; values &= values - 1) sum += value_of(values);
  return sum;
}

}  // namespace

CombinationTable::CombinationTable(int values, int cells)
    : all_values_(all_values(values)), meeting_(std::size_t{1} << values) {
  int bit = 0;
  for (int sum = 0; sum <= kMaxSum; ++sum) {
    for (ValueSet set = 0; set <= all_values_; ++set) {
      if (count_values(set) != cells || sum_of(set) != sum) continue;
      const Combinations one = Combinations{1} << bit;
      all_ |= one;
      of_sum_[sum] |= one;
      sums_[bit] = static_cast<std::uint8_t>(sum);
      values_[bit++] = set;
      for (int value = 1; value <= values; ++value) {
        if ((set & set_of(value)) != 0) with_[value] |= one;
      }
      for (ValueSet other = 0; other <= all_values_; ++other) {
        if ((other & set) != 0) meeting_[other] |= one;
      }
    }
    up_to_sum_[sum] = all_;
  }
}

std::uint64_t CombinationTable::sums(Combinations some, int least, int most) const {
  std::uint64_t sums = 0;
  for (int sum = least; sum <= most; ++sum) {
    sums |= static_cast<std::uint64_t>((some & of_sum_[sum]) != 0) << sum;
  }
  return sums;
}

Combinations CombinationTable::of_sets(std::span<const ValueSet> sets) const {
  Combinations some = 0;
  for (const ValueSet set : sets) {
    Combinations one = all_;
    for (ValueSet left = set; left != 0; left &= left - 1) one &= with_[value_of(left)];
    some |= one;
  }
  return some;
}

// Threads that come at once each make one, and all but one throw theirs away.
const CombinationTable& CombinationTable::of(int values, int cells) {
  static std::array<std::array<std::atomic<const CombinationTable*>, kMaxValues + 1>,
                    kMaxValues + 1>
      tables;  // for as long as the program runs
  std::atomic<const CombinationTable*>& table =
      tables[static_cast<std::size_t>(values)][static_cast<std::size_t>(cells)];
  const CombinationTable* known = table.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto made = std::make_unique<const CombinationTable>(values, cells);
  if (table.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *known;
}

}  // namespace puzzled::variants
