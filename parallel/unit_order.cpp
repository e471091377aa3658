#include "parallel/unit_order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace puzzled::parallel {
namespace {

/// The work in whole steps of a millionth of the largest, at least one. Expected work comes out of
/// mathematical functions, whose last bits differ between processors and libraries; parts must not
/// differ. Sums of steps are exact.
std::vector<double> in_steps(std::span<const double> work) {
  const double largest = work.empty() ? 1 : *std::max_element(work.begin(), work.end());
  std::vector<double> steps;
  steps.reserve(work.size());
  for (const double of_unit : work) {
    steps.push_back(std::max(1.0, std::round(1e6 * (of_unit / largest))));
  }
  return steps;
}

/// The share of a part, to a scale of its own: 1 of equal parts; of tapered ones 1.9 to 0.1, times
/// 10 and the number of steps between parts. A whole number, for the reason above.
double share_of(std::uint64_t part, std::uint64_t parts, Shares shares) {
  if (shares == Shares::kEqual) return 1;
  return static_cast<double>(19 * (parts - 1) - 18 * part);
}

}  // namespace

std::vector<std::uint64_t> longest_first(std::span<const double> work) {
  std::vector<std::uint64_t> order(work.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [work](std::uint64_t a, std::uint64_t b) { return work[a] > work[b]; });
  return order;
}

std::vector<std::uint64_t> part_of_each(std::span<const double> work, std::uint64_t parts,
                                        Shares shares) {
  const std::vector<double> steps = in_steps(work);
  using Load = std::pair<double, std::uint64_t>;  // work so far for the share: ties go by number
  std::vector<Load> empty;
  empty.reserve(parts);
  for (std::uint64_t part = 0; part < parts; ++part) empty.emplace_back(0.0, part);
  std::priority_queue<Load, std::vector<Load>, std::greater<>> lightest({}, std::move(empty));

  std::vector<double> loads(parts, 0.0);
  std::vector<std::uint64_t> part_of(work.size());
  for (const std::uint64_t unit : longest_first(steps)) {
    const std::uint64_t taker = lightest.top().second;
    lightest.pop();
    loads[taker] += steps[unit];
    lightest.emplace(loads[taker] / share_of(taker, parts, shares), taker);
    part_of[unit] = taker;
  }
  return part_of;
}

std::vector<std::uint64_t> units_of_part(std::span<const double> work, std::uint64_t part,
                                         std::uint64_t parts, Shares shares) {
  const std::vector<std::uint64_t> part_of = part_of_each(work, parts, shares);
  std::vector<std::uint64_t> units;
  for (const std::uint64_t unit : longest_first(in_steps(work))) {
    if (part_of[unit] == part) units.push_back(unit);
  }
  return units;
}

}  // namespace puzzled::parallel
