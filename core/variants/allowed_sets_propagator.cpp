#include "core/variants/allowed_sets_propagator.hpp"

#include <algorithm>
#include <iterator>

namespace puzzled::variants {
namespace {

/// The candidates of some cells, and those that are in an assignment.
struct SetAssignments {
  std::size_t count = 0;
  ValueSet candidates[SetAssignmentPropagator::kMaxCells]{};
  ValueSet found[SetAssignmentPropagator::kMaxCells]{};

  /// Whether the cells from `first` on can hold all values of `left`, one each.
  bool find(std::size_t first, ValueSet left) {
    // (No count is larger, which GCC 12 cannot tell from here.)
    if (first == count || first == std::size(candidates)) return true;
    bool is_found = false;
    for (ValueSet rest = candidates[first] & left; rest != 0; rest &= rest - 1) {
      const ValueSet value = rest & (~rest + 1);
      if (!find(first + 1, left ^ value)) continue;
      is_found = true;
      found[first] |= value;
    }
    return is_found;
  }
};

}  // namespace

bool AllowedSetsPropagator::propagate(State& state) const {
  ValueSet all = 0;
  for (const Cell cell : sets_.cells) all |= state[cell];
  ValueSet possible = 0;
  ValueSet certain = ~ValueSet{0};
  for (const ValueSet set : sets_.sets) {
    if ((set & ~all) != 0 ||
        std::ranges::any_of(sets_.cells, [&](Cell cell) { return (state[cell] & set) == 0; })) {
      continue;
    }
    possible |= set;
    certain &= set;
  }
  if (possible == 0) return false;
  // Values of every set that have but one place.
  ValueSet once = 0;
  ValueSet twice = 0;
  for (const Cell cell : sets_.cells) {
    if (!state.keep(cell, possible)) return false;
    twice |= once & state[cell];
    once |= state[cell];
  }
  if ((certain & ~once) != 0) return false;
  const ValueSet hidden = certain & once & ~twice;
  if (hidden == 0) return true;
  return std::ranges::all_of(sets_.cells, [&](Cell cell) {
    const ValueSet here = state[cell] & hidden;
    return here == 0 || (is_single(here) && state.keep(cell, here));
  });
}

bool SetAssignmentPropagator::propagate(State& state) const {
  SetAssignments assignments;
  std::size_t open = 0;
  for (const Cell cell : sets_.cells) {
    assignments.candidates[assignments.count++] = state[cell];
    open += !is_single(state[cell]);
  }
  if (open < 2) return true;
  for (const ValueSet set : sets_.sets) assignments.find(0, set);
  for (std::size_t i = 0; i < assignments.count; ++i) {
    if (!state.keep(sets_.cells[i], assignments.found[i])) return false;
  }
  return true;
}

}  // namespace puzzled::variants
