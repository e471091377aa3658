#include "core/variants/span_propagator.hpp"

#include <algorithm>
#include <bit>

namespace puzzled::variants {

/// What the cells between ends of these values may hold. REQUIRES: low <= high.
ValueSet SpanPropagator::inner_values(int low, int high) const {
  const ValueSet above = all_values(size_) & ~all_values(low);
  if (!span_.is_outside) return above & all_values(high - 1);
  return (all_values(size_) & ~all_values(high)) | all_values(low - 1);
}

bool SpanPropagator::propagate(State& state) const {
  const Cell first = span_.cells.front();
  const Cell last = span_.cells.back();
  const auto inner = std::span(span_.cells).subspan(1, span_.cells.size() - 2);
  ValueSet of_first = 0;
  ValueSet of_last = 0;
  ValueSet of_inner = 0;
  for (ValueSet left = state[first]; left != 0; left &= left - 1) {
    for (ValueSet right = state[last]; right != 0; right &= right - 1) {
      const int low = std::min(value_of(left), value_of(right));
      const int high = std::max(value_of(left), value_of(right));
      if (high - low < span_.min_difference) continue;
      const ValueSet values = inner_values(low, high);
      if (std::popcount(values) < min_values_) continue;
      if (std::ranges::any_of(inner, [&](Cell cell) { return (state[cell] & values) == 0; })) {
        continue;
      }
      of_first |= set_of(value_of(left));
      of_last |= set_of(value_of(right));
      of_inner |= values;
    }
  }
  return state.keep(first, of_first) && state.keep(last, of_last) &&
         std::ranges::all_of(inner, [&](Cell cell) { return state.keep(cell, of_inner); });
}

}  // namespace puzzled::variants
