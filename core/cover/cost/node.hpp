// A node of the search: the options chosen, those that may still be chosen, and a lower bound of
// the cost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/cost/instance.hpp"

namespace puzzled::cover::cost {

struct LiveOption {
  std::uint32_t option = 0;
  std::int64_t reduced = 0;  ///< its weight less the prices of its items; not negative
};

/// How many options of the item are to be chosen yet. A closed item (hi = 0) has no live options.
struct ItemState {
  std::int64_t price = 0;  ///< at most 0 if lo is 0
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;
  Colour colour = 0;  ///< of the options chosen, if they have one
};

/// Every solution below it weighs at least `bound` plus the reduced costs of the further options.
struct Node {
  std::vector<LiveOption> live;  ///< in ascending order of options
  std::vector<ItemState> items;
  std::int64_t bound = 0;
  std::int64_t cost = 0;  ///< of what is chosen
  std::vector<std::uint32_t> chosen;
};

/// What an item adds to the bound, if from `lo` to `hi` of its options are to be chosen yet.
inline std::int64_t price_share(std::int64_t price, std::uint32_t lo, std::uint32_t hi) {
  return price * static_cast<std::int64_t>(price > 0 ? lo : hi);
}

/// Before anything is chosen.
Node root_node(const Instance& instance, std::span<const std::int64_t> prices);

/// Sets `child` to `parent` with one of its live options chosen, without the options that are then
/// incompatible or exceed `max_weight`.
void choose(const Instance& instance, const Node& parent, LiveOption chosen,
            std::int64_t max_weight, Node& child);

/// Takes the option out of the live ones, if it is there.
void exclude(Node& node, std::uint32_t option);

}  // namespace puzzled::cover::cost
