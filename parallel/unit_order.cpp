#include "parallel/unit_order.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace puzzled::parallel {

std::vector<std::uint64_t> longest_first(std::span<const double> work) {
  std::vector<std::uint64_t> order(work.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [work](std::uint64_t a, std::uint64_t b) { return work[a] > work[b]; });
  return order;
}

std::vector<std::uint64_t> units_of_part(std::span<const double> work, std::uint64_t part,
                                         std::uint64_t parts) {
  using Load = std::pair<double, std::uint64_t>;  // work so far, part: equal loads go by number
  std::vector<Load> empty;
  empty.reserve(parts);
  for (std::uint64_t p = 0; p < parts; ++p) empty.emplace_back(0.0, p);
  std::priority_queue<Load, std::vector<Load>, std::greater<>> lightest({}, std::move(empty));

  std::vector<std::uint64_t> units;
  for (const std::uint64_t unit : longest_first(work)) {
    const auto [load, taker] = lightest.top();
    lightest.pop();
    lightest.emplace(load + work[unit], taker);
    if (taker == part) units.push_back(unit);
  }
  return units;
}

}  // namespace puzzled::parallel
