#include "core/variants/value_sets.hpp"

#include <bit>
#include <cstddef>

namespace puzzled::variants {
namespace {

struct SetFinder {
  std::size_t max;
  std::vector<ValueSet>& sets;

  /// Adds `chosen` with each set of `count` of the values that sums to `total`.
  bool find(ValueSet values, int count, int total, ValueSet chosen) {
    if (count == 0) {
      if (total != 0) return true;
      if (sets.size() == max) return false;
      sets.push_back(chosen);
      return true;
    }
    for (; std::popcount(values) >= count && least_sum(values, count) <= total &&
           greatest_sum(values, count) >= total;) {
      const ValueSet value = values & (~values + 1);
      values ^= value;
      if (!find(values, count - 1, total - value_of(value), chosen | value)) return false;
    }
    return true;
  }
};

}  // namespace

int least_sum(ValueSet values, int count) {
  int sum = 0;
  for (; count > 0; --count, values &= values - 1) sum += value_of(values);
  return sum;
}

int greatest_sum(ValueSet values, int count) {
  int sum = 0;
  for (; count > 0; --count) {
    const auto value = static_cast<int>(std::bit_width(values));
    sum += value;
    values ^= set_of(value);
  }
  return sum;
}

bool find_sets(ValueSet values, int count, int total, std::size_t max,
               std::vector<ValueSet>& sets) {
  return SetFinder{max, sets}.find(values, count, total, 0);
}

}  // namespace puzzled::variants
