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

bool SubsetPropagator::propagate(State& state) const {
  ValueSet small[kMaxSize];  // the candidates of cells that have two or three
  std::size_t count = 0;
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    small[count] = values;
    count += !is_single(values) && has_at_most_three(values);
  }
  for (std::size_t i = 0; i + 1 < count; ++i) {
    for (std::size_t k = i + 1; k < count; ++k) {
      const ValueSet set = small[i] | small[k];
      if (!has_at_most_three(set)) continue;
      const std::size_t size = has_at_most_two(set) ? 2 : 3;
      std::size_t within = 0;
      for (std::size_t m = 0; m < count; ++m) within += (small[m] & ~set) == 0;
      if (within > size) return false;
      if (within < size) continue;
      for (const Cell cell : cells_) {
        if ((state[cell] & ~set) != 0 && !state.keep(cell, ~set)) return false;
      }
    }
  }
  return true;
}

}  // namespace puzzled::variants
