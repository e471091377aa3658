#include "core/cover/cost/instance.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace puzzled::cover::cost {
namespace {

constexpr int kMaxShift = 16;

int bits_of(std::uint64_t number) {
  return static_cast<int>(std::bit_width(number));
}

/// So that sums of prices fit in 62 bits. With M the largest weight and L the length of the longest
/// option: prices begin within 4 M; made feasible, they are above -(4 L + 5) M, and below
/// (4 L + 5) (L + 1) M, for an option has no negative reduced cost; bounds add up at most as many
/// of them as there are elements.
int choose_shift(const Problem& problem, std::int64_t max_cost) {
  std::size_t longest = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    longest = std::max(longest, problem.option(option).size());
  }
  const int room = 62 - bits_of(problem.elements() + 1) - 3 - 2 * bits_of(longest + 2);
  return std::clamp(room - bits_of(static_cast<std::uint64_t>(max_cost)), -62, kMaxShift);
}

}  // namespace

Instance::Instance(const Problem& the_problem, Direction the_direction)
    : problem(the_problem),
      direction(the_direction),
      costs(problem.options()),
      weights(problem.options()),
      bounds(problem.items(), Bounds{0, 1}),
      is_coloured(problem.items()) {
  std::vector<std::uint32_t> degrees(problem.items());
  std::int64_t largest = 0;
  std::int64_t divisor = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const std::int64_t cost = problem.cost(option);
    costs[option] = direction == Direction::kMinimize ? cost : -cost;
    largest = std::max({largest, cost, -cost});
    divisor = std::gcd(divisor, cost);
    max_cost += std::max<std::int64_t>(costs[option], 0);
    for (const auto [item, colour] : problem.option(option)) {
      ++degrees[item];
      if (colour != 0) is_coloured[item] = true;
    }
  }
  step = std::max<std::int64_t>(divisor, 1);
  shift = choose_shift(problem, largest);
  for (std::size_t option = 0; option < costs.size(); ++option) {
    weights[option] = weight_of(costs[option]);
    max_weight = std::max({max_weight, weights[option], -weights[option]});
  }
  for (std::size_t item = 0; item < problem.primary_items(); ++item) {
    bounds[item] = problem.bounds(item);
    bounds[item].hi = std::min(bounds[item].hi, degrees[item]);
    is_feasible = is_feasible && bounds[item].lo <= degrees[item];
  }
}

std::int64_t Instance::cost_of(std::int64_t weight) const {
  if (shift < 0) {
    const std::int64_t max = max_cost >> -shift;
    return std::min(weight, max) * (std::int64_t{1} << -shift);
  }
  const std::int64_t unit = std::int64_t{1} << shift;
  return (weight >> shift) + ((weight & (unit - 1)) != 0 ? 1 : 0);
}

}  // namespace puzzled::cover::cost
