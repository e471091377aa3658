#include "core/variants/index_propagator.hpp"

#include <cstddef>

namespace puzzled::variants {

IndexPropagator::IndexPropagator(IndexCell index)
    : index_(std::move(index)), watched_(index_.cells) {
  watched_.push_back(index_.index);
}

bool IndexPropagator::propagate(State& state) const {
  const ValueSet value = set_of(index_.value);
  ValueSet places = 0;
  for (std::size_t i = 0; i < index_.cells.size(); ++i) {
    const ValueSet place = ValueSet{1} << i;
    if ((state[index_.index] & place) == 0) {
      if (!state.keep(index_.cells[i], ~value)) return false;
    } else if ((state[index_.cells[i]] & value) != 0) {
      places |= place;
    }
  }
  if (!state.keep(index_.index, places)) return false;
  const ValueSet left = state[index_.index];
  return !is_single(left) ||
         state.keep(index_.cells[static_cast<std::size_t>(value_of(left) - 1)], value);
}

}  // namespace puzzled::variants
