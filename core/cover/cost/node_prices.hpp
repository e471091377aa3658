// Better prices for one node: cheap rises at every node, subgradient steps at large ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/live_users.hpp"
#include "core/cover/cost/node.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::cost {

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
