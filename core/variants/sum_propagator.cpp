#include "core/variants/sum_propagator.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace puzzled::variants {
namespace {

struct SumBounds {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

SumBounds bounds_of(ValueSet values, int coefficient) {
  const std::int64_t a = std::int64_t{coefficient} * value_of(values);
  const std::int64_t b = std::int64_t{coefficient} * static_cast<int>(std::bit_width(values));
  return a < b ? SumBounds{a, b} : SumBounds{b, a};
}

}  // namespace

bool SumPropagator::propagate(State& state) const {
  SumBounds all;
  for (std::size_t i = 0; i < sum_.cells.size(); ++i) {
    const SumBounds one = bounds_of(state[sum_.cells[i]], sum_.coefficients[i]);
    all.least += one.least;
    all.most += one.most;
  }
  if (all.least > sum_.total || all.most < sum_.total) return false;
  for (std::size_t i = 0; i < sum_.cells.size(); ++i) {
    const ValueSet values = state[sum_.cells[i]];
    const SumBounds one = bounds_of(values, sum_.coefficients[i]);
    const std::int64_t least = sum_.total - (all.most - one.most);
    const std::int64_t most = sum_.total - (all.least - one.least);
    if (one.least >= least && one.most <= most) continue;
    ValueSet kept = 0;
    for (ValueSet left = values; left != 0; left &= left - 1) {
      const std::int64_t part = std::int64_t{sum_.coefficients[i]} * value_of(left);
      if (part >= least && part <= most) kept |= set_of(value_of(left));
    }
    if (!state.keep(sum_.cells[i], kept)) return false;
  }
  return true;
}

}  // namespace puzzled::variants
