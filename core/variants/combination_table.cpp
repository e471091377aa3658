#include "core/variants/combination_table.hpp"

#include <array>
#include <memory>
#include <mutex>

namespace puzzled::variants {
namespace {

int sum_of(ValueSet values) {
  int sum = 0;
  for (; values != 0; values &= values - 1) sum += value_of(values);
  return sum;
}

}  // namespace

CombinationTable::CombinationTable(int values, int cells) : by_set_(std::size_t{1} << values) {
  int bit = 0;
  for (int sum = 0; sum <= kMaxSum; ++sum) {
    for (ValueSet set = 0; set <= all_values(values); ++set) {
      if (std::popcount(set) != cells || sum_of(set) != sum) continue;
      const Combinations one = Combinations{1} << bit;
      all_ |= one;
      of_sum_[sum] |= one;
      sums_[bit] = static_cast<std::uint8_t>(sum);
      values_[bit++] = set;
      for (int value = 1; value <= values; ++value) {
        if ((set & set_of(value)) != 0) with_[value] |= one;
      }
      for (ValueSet other = 0; other <= all_values(values); ++other) {
        if ((other & set) != 0) by_set_[other].meeting |= one;
        if ((set & ~other) == 0) by_set_[other].within |= one;
      }
    }
  }
}

std::uint64_t CombinationTable::sums(Combinations some) const {
  std::uint64_t sums = 0;
  while (some != 0) {
    const int sum = least_sum(some);
    sums |= std::uint64_t{1} << sum;
    some &= ~of_sum_[sum];
  }
  return sums;
}

const CombinationTable& CombinationTable::of(int values, int cells) {
  static std::array<std::array<std::once_flag, kMaxValues + 1>, kMaxValues + 1> flags;
  static std::array<std::array<std::unique_ptr<const CombinationTable>, kMaxValues + 1>,
                    kMaxValues + 1>
      tables;
  const auto v = static_cast<std::size_t>(values);
  const auto c = static_cast<std::size_t>(cells);
  std::call_once(flags[v][c],
                 [&] { tables[v][c] = std::make_unique<CombinationTable>(values, cells); });
  return *tables[v][c];
}

}  // namespace puzzled::variants
