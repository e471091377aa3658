// Prices of the items: found once, before the search; and better ones for one node, by cheap rises
// at every node, by subgradient steps at large ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::cost {

/// The live options of a node by item.
class LiveUsers {
 public:
  explicit LiveUsers(const Instance& instance);

  void list(const Node& node);

  /// How many options of the item are live.
  std::uint32_t count(std::size_t item) const { return counts_[item]; }

  /// Their places in Node::live.
  /// REQUIRES: none has been removed since list().
  std::span<const std::uint32_t> of(std::size_t item) const {
    return std::span(users_).subspan(starts_[item], counts_[item]);
  }

  /// Removes the option from the counts.
  void remove(std::uint32_t option);

 private:
  const Instance& instance_;
  std::vector<std::uint32_t> counts_;  // by item
  std::vector<std::uint32_t> starts_;  // by item: its first user
  std::vector<std::uint32_t> users_;   // places, by item
};

/// Prices by item, with which no reduced cost is negative, and no item with lo = 0 has a price
/// above 0. They are deterministic integers, found by subgradient steps on the dual of the linear
/// relaxation; weaker ones if `stop` is set. REQUIRES: the instance is feasible.
std::vector<std::int64_t> find_prices(const Instance& instance, const StopFlag& stop);

/// Steps keep absolute prices within this multiple of the largest weight.
inline constexpr std::int64_t kMaxStartPrice = 4;

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

/// Raises each price as far as no reduced cost becomes negative, one item after another.
/// REQUIRES: `users` lists the node.
void raise_prices(Node& node, const LiveUsers& users);

/// Holds memory only.
class NodePrices {
 public:
  explicit NodePrices(const Instance& instance);

  /// Takes steps towards the bound `max_weight` + 1 and keeps prices that bound better. False: no
  /// solution below the node weighs `max_weight` or less.
  /// Ends soon if `stop` is set. REQUIRES: `users` lists the node.
  bool improve(Node& node, const LiveUsers& users, std::int64_t max_weight, const StopFlag& stop);

 private:
  void begin(const Node& node);
  std::int64_t relaxed_value(const Node& node);
  bool step(const Node& node, const LiveUsers& users, std::int64_t gap);
  void keep_if_better(Node& node, const LiveUsers& users);

  const Instance& instance_;
  std::int64_t chosen_weight_ = 0;  // of what the node has chosen
  std::vector<std::int64_t> prices_;
  std::vector<std::int64_t> best_prices_;
  std::vector<std::int64_t> missing_;
  std::vector<std::uint32_t> uses_;    // by item: live options of negative reduced cost
  std::vector<std::int64_t> reduced_;  // by place in Node::live
  std::vector<LiveOption> live_;       // of keep_if_better()
  std::vector<ItemState> items_;       // of keep_if_better()
};

}  // namespace puzzled::cover::cost
