#include "core/variants/house_propagator.hpp"

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

}  // namespace puzzled::variants
