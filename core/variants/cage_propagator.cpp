#include "core/variants/cage_propagator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace puzzled::variants {
namespace {

/// Bit i of a set of 9 moves to bit 8 - i.
constexpr int kMirroredBits = 9;
constexpr auto kMirrored = [] {
  std::array<std::uint16_t, 1 << kMirroredBits> mirrored{};
  for (std::size_t i = 1; i < mirrored.size(); ++i) {
    mirrored[i] = static_cast<std::uint16_t>(mirrored[i / 2] / 2 + (i % 2 << (kMirroredBits - 1)));
  }
  return mirrored;
}();

/// Bit i moves to bit `values` - 1 - i.
ValueSet mirrored(ValueSet set, int values) {
  if (values <= kMirroredBits) return ValueSet{kMirrored[set]} >> (kMirroredBits - values);
  set <<= 32 - values;
  set = (set >> 16) | (set << 16);
  set = ((set >> 8) & 0x00FF00FF) | ((set & 0x00FF00FF) << 8);
  set = ((set >> 4) & 0x0F0F0F0F) | ((set & 0x0F0F0F0F) << 4);
  set = ((set >> 2) & 0x33333333) | ((set & 0x33333333) << 2);
  return ((set >> 1) & 0x55555555) | ((set & 0x55555555) << 1);
}

/// The candidates of some cells, and those that are in an assignment.
struct Assignments {
  static constexpr std::size_t kMaxCells = CageAssignmentPropagator::kMaxCells;

  int values;
  std::size_t count;
  ValueSet candidates[kMaxCells]{};
  ValueSet found[kMaxCells]{};

  /// The values that sum to `total` with one of `set`.
  ValueSet partners(ValueSet set, int total) const {
    // Value v is where values + 1 - v was.
    const ValueSet turned = mirrored(set, values);
    const int shift = total - 1 - values;
    if (shift >= values || -shift >= values) return 0;
    return (shift >= 0 ? turned << shift : turned >> -shift) & all_values(values);
  }

  bool are_all_found() const { return std::equal(found, found + count, candidates); }

  /// Whether the cells have an assignment of `total`; finds all candidates that are in one.
  bool find(int total) {
    if (count == 3) return find_triple(0, total, 0);
    bool is_found = false;
    for (ValueSet rest = candidates[0]; rest != 0 && value_of(rest) < total; rest &= rest - 1) {
      const int value = value_of(rest);
      if (!find_triple(1, total - value, set_of(value))) continue;
      is_found = true;
      found[0] |= set_of(value);
      if (are_all_found()) break;
    }
    return is_found;
  }

  /// Of the last three cells, without the values of `used`.
  bool find_triple(std::size_t first, int total, ValueSet used) {
    bool is_found = false;
    for (ValueSet rest = candidates[first] & ~used; rest != 0 && value_of(rest) < total;
         rest &= rest - 1) {
      const int value = value_of(rest);
      if (!find_pair(first + 1, total - value, used | set_of(value))) continue;
      is_found = true;
      found[first] |= set_of(value);
    }
    return is_found;
  }

  bool find_pair(std::size_t first, int total, ValueSet used) {
    if (total % 2 == 0 && total <= 2 * values) used |= set_of(total / 2);
    const ValueSet one = candidates[first] & ~used & partners(candidates[first + 1] & ~used, total);
    found[first] |= one;
    found[first + 1] |= partners(one, total);
    return one != 0;
  }
};

}  // namespace

bool CagePropagator::propagate(State& state) const {
  const SumGroup::Look look = group_.look(state, combinations_);
  return look.possible != 0 && group_.leave(state, look.possible, look.values);
}

bool CageAssignmentPropagator::propagate(State& state) const {
  Assignments assignments{.values = values_, .count = cells_.size()};
  Cell order[kMaxCells];
  int counts[kMaxCells];
  std::size_t open = 0;
  // Cells of few candidates first: only the last two are not gone through value by value.
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const ValueSet values = state[cells_[i]];
    const int count = count_values(values);
    std::size_t place = i;
    for (; place > 0 && counts[place - 1] > count; --place) {
      assignments.candidates[place] = assignments.candidates[place - 1];
      counts[place] = counts[place - 1];
      order[place] = order[place - 1];
    }
    assignments.candidates[place] = values;
    counts[place] = count;
    order[place] = cells_[i];
    open += count > 1;
  }
  if (open < 2) return true;
  if (!assignments.find(total_)) return false;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!state.keep(order[i], assignments.found[i])) return false;
  }
  return true;
}

}  // namespace puzzled::variants
