#include "core/variants/house_propagator.hpp"

#include <cstddef>

namespace puzzled::variants {
bool HousePropagator::propagate(State& state) const {
  ValueSet once = 0;
  ValueSet twice = 0;
  ValueSet fixed = 0;
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    twice |= once & values;
    once |= values;
    fixed |= is_single(values) ? values : 0;
  }
  if (once != all_) return false;
  const ValueSet hidden = once & ~twice & ~fixed;
  if (hidden == 0) return true;
  for (const Cell cell : cells_) {
    const ValueSet here = state[cell] & hidden;
    // Two values that have but this cell leave it none.
    if (here != 0 && !(is_single(here) && state.keep(cell, here))) return false;
  }
  return true;
}

/// Two or three cells of `small`, of which `first` and `second` have all the values.
bool SubsetPropagator::leave_to_subset(State& state, const ValueSet* small, std::size_t count,
                                       std::size_t first, std::size_t second) const {
  const ValueSet set = small[first] | small[second];
  const std::size_t size = has_at_most_two(set) ? 2 : 3;
  std::size_t within = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if ((small[i] & ~set) != 0) continue;
    // Found before, by an earlier pair of cells.
    if (i < second && i != first && (small[i] | small[first]) == set) return true;
    ++within;
  }
  if (within > size) return false;
  if (within < size) return true;
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    if ((values & set) != 0 && (values & ~set) != 0 && !state.keep(cell, ~set)) return false;
  }
  return true;
}

bool SubsetPropagator::propagate(State& state) const {
  ValueSet small[kMaxSize];  // the candidates of cells that have two or three
  std::size_t count = 0;
  std::size_t open = 0;
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    small[count] = values;
    open += !is_single(values);
    count += !is_single(values) && has_at_most_three(values);
  }
  // All open cells but one: the other has a value of its own, which is found elsewhere.
  if (open <= 3) return true;
  const bool has_triples = open > 4;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    for (std::size_t k = i + 1; k < count; ++k) {
      const ValueSet set = small[i] | small[k];
      const bool is_pair = has_at_most_two(set);
      if (!is_pair && !(has_triples && has_at_most_three(set))) continue;
      if (!leave_to_subset(state, small, count, i, k)) return false;
    }
  }
  return true;
}

}  // namespace puzzled::variants
