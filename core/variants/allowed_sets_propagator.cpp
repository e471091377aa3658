#include "core/variants/allowed_sets_propagator.hpp"

#include <algorithm>

namespace puzzled::variants {

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

}  // namespace puzzled::variants
