#include "core/variants/split_house.hpp"

#include <algorithm>
#include <bit>

#include "core/variants/value_sets.hpp"

namespace puzzled::variants {
namespace {

// 16x16 boards have at most some 200 for a sum.
constexpr std::size_t kMaxSets = 1000;

ValueSet joined(std::span<const ValueSet> cells) {
  ValueSet all = 0;
  for (const ValueSet values : cells) all |= values;
  return all;
}

bool meets_all(ValueSet values, std::span<const ValueSet> cells) {
  return std::ranges::all_of(cells, [values](ValueSet cell) { return (cell & values) != 0; });
}

}  // namespace

SplitHouse::SplitHouse(ValueSet values, int count, int total)
    : values_(values),
      count_(count),
      total_(total),
      is_in_range_(least_sum(values, count) <= total && greatest_sum(values, count) >= total) {
  if (!is_in_range_) return;
  is_listed_ = find_sets(values, count, total, kMaxSets, sets_);
  if (!is_listed_) sets_.clear();
}

bool SplitHouse::find(std::span<const ValueSet> part, std::span<const ValueSet> rest,
                      SplitValues& found) const {
  const ValueSet in_part = joined(part) & values_;
  const ValueSet in_rest = joined(rest) & values_;
  if (std::popcount(in_part) < count_) return false;
  if (!is_listed_) {
    if (least_sum(in_part, count_) > total_ || greatest_sum(in_part, count_) < total_) {
      return false;
    }
    found = {.in_part = in_part, .in_rest = in_rest};
    return true;
  }
  bool is_found = false;
  found = {};
  for (const ValueSet set : sets_) {
    const ValueSet others = values_ & ~set;
    if ((set & ~in_part) != 0 || (others & ~in_rest) != 0) continue;
    // It would say nothing new.
    if (is_found && (set & ~found.in_part) == 0 && (others & ~found.in_rest) == 0) continue;
    if (!meets_all(set, part) || !meets_all(others, rest)) continue;
    is_found = true;
    found.in_part |= set;
    found.in_rest |= others;
  }
  return is_found;
}

}  // namespace puzzled::variants
