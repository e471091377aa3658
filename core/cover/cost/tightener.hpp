// Tightens the nodes of the search and finds where to branch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"
#include "core/cover/cost/prices.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::cost {

/// One for each thread. It holds memory, and statistics on how much price steps have helped.
class Tightener {
 public:
  explicit Tightener(const Instance& instance)
      : instance_(instance), users_(instance), prices_(instance) {}

  /// Raises prices, and removes options with which every solution weighs more than `max_weight`,
  /// until little changes or `stop` is set. False: no solution below the node weighs that little.
  bool tighten(Node& node, std::int64_t max_weight, const StopFlag& stop);

  /// The primary item with the least choice (options beyond those that it needs), the first of
  /// equals; nothing if no item needs an option: then what is chosen is a solution.
  /// REQUIRES: the last call was tighten() of this node, and true.
  std::optional<std::uint32_t> branch_item(const Node& node) const;

 private:
  bool raise(Node& node, std::int64_t max_weight, const StopFlag& stop);
  bool take_price_steps(Node& node, std::int64_t max_weight, const StopFlag& stop);
  bool are_price_steps_due(const Node& node);
  bool fit_bounds(Node& node) const;
  std::size_t remove_heavy(Node& node, std::int64_t max_weight);

  static constexpr int kMaxCredit = 32;

  const Instance& instance_;
  LiveUsers users_;
  NodePrices prices_;
  int credit_ = kMaxCredit;  // goes up where price steps help; without it they are rare
  unsigned skipped_ = 0;
};

}  // namespace puzzled::cover::cost
