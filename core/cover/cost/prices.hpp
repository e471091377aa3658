// Prices of the items, found once, before the search.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cover/cost/instance.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::cost {

/// Prices by item, with which no reduced cost is negative, and no item with lo = 0 has a price
/// above 0. They are deterministic integers, found by subgradient steps on the dual of the linear
/// relaxation; weaker ones if `stop` is set. REQUIRES: the instance is feasible.
std::vector<std::int64_t> find_prices(const Instance& instance, const StopFlag& stop);

/// Steps keep absolute prices within this multiple of the largest weight.
inline constexpr std::int64_t kMaxStartPrice = 4;

/// What an item adds to the bound, if from `lo` to `hi` of its options are to be chosen yet.
inline std::int64_t price_share(std::int64_t price, std::uint32_t lo, std::uint32_t hi) {
  return price * static_cast<std::int64_t>(price > 0 ? lo : hi);
}

/// How many options the item lacks if it has `uses`; negative: it has too many. That is where the
/// bound rises fastest.
inline std::int64_t missing(std::int64_t price, std::uint32_t lo, std::uint32_t hi,
                            std::uint32_t uses) {
  const std::int64_t too_few = std::int64_t{lo} - uses;
  const std::int64_t too_many = std::int64_t{hi} - uses;
  if (price > 0) return too_few;
  if (price < 0) return too_many;
  return too_few > 0 ? too_few : (too_many < 0 ? too_many : 0);
}

}  // namespace puzzled::cover::cost
