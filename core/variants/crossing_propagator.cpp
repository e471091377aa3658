#include "core/variants/crossing_propagator.hpp"

#include <algorithm>
#include <iterator>

namespace puzzled::variants {
namespace {

ValueSet union_of(const State& state, std::span<const Cell> cells) {
  ValueSet all = 0;
  for (const Cell cell : cells) all |= state[cell];
  return all;
}

bool remove(State& state, std::span<const Cell> cells, ValueSet values) {
  return std::ranges::all_of(cells, [&](Cell cell) { return state.keep(cell, ~values); });
}

}  // namespace

CrossingPropagator::CrossingPropagator(std::span<const Cell> one, std::span<const Cell> other) {
  const auto add = std::back_inserter(cells_);
  std::ranges::set_intersection(one, other, add);
  shared_ = cells_.size();
  rest_ = one.size() - shared_;
  std::ranges::set_difference(one, other, add);
  std::ranges::set_difference(other, one, add);
}

bool CrossingPropagator::propagate(State& state) const {
  const ValueSet shared_values = union_of(state, shared());
  const ValueSet in_one = union_of(state, rest_of_one());
  const ValueSet in_other = union_of(state, rest_of_other());
  const ValueSet not_in_other = shared_values & ~in_one & in_other;
  const ValueSet not_in_one = shared_values & ~in_other & in_one;
  return (not_in_other == 0 || remove(state, rest_of_other(), not_in_other)) &&
         (not_in_one == 0 || remove(state, rest_of_one(), not_in_one));
}

}  // namespace puzzled::variants
