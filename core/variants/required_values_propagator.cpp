#include "core/variants/required_values_propagator.hpp"

#include <algorithm>

namespace puzzled::variants {

bool RequiredValuesPropagator::propagate(State& state) const {
  int missing = 0;
  ValueSet wanted = 0;  // what may be missing
  for (const Demand& demand : required_.demands) {
    int possible = 0;
    int certain = 0;
    for (const Cell cell : required_.cells) {
      const ValueSet values = state[cell];
      possible += (values & demand.values) != 0;
      certain += (values & ~demand.values) == 0;
    }
    if (possible < demand.count) return false;
    if (certain >= demand.count) continue;
    if (possible > demand.count) {
      missing += demand.count - certain;
      wanted |= demand.values;
      continue;
    }
    for (const Cell cell : required_.cells) {
      if ((state[cell] & demand.values) != 0 && !state.keep(cell, demand.values)) return false;
    }
  }
  if (missing == 0) return true;
  // Each missing value takes a cell that is not certain to hold another that is required.
  const auto is_open = [&](Cell cell) {
    const ValueSet values = state[cell];
    return (values & wanted) != 0 &&
           std::ranges::none_of(required_.demands, [values](const Demand& demand) {
             return (values & ~demand.values) == 0;
           });
  };
  const auto open = std::ranges::count_if(required_.cells, is_open);
  if (open < missing) return false;
  if (open > missing) return true;
  for (const Cell cell : required_.cells) {
    if (is_open(cell) && !state.keep(cell, wanted)) return false;
  }
  return true;
}

}  // namespace puzzled::variants
