#include "core/cover/cost/prices.hpp"

#include <algorithm>

namespace puzzled::cover::cost {
namespace {

/// Partitions of 60 items into the best of 1 000 sets: over 60 s without steps, 15.3 s with
/// 20, 13.0 with 30, 13.4 with 60, 14.6 with 100.
constexpr int kSteps = 30;

std::int64_t shares_of(const std::vector<ItemState>& items) {
  std::int64_t sum = 0;
  for (const ItemState& item : items) sum += price_share(item.price, item.lo, item.hi);
  return sum;
}

/// Lowers prices until no reduced cost is negative.
void lower_prices(Node& node, const LiveUsers& users, std::size_t primary_items) {
  for (std::size_t item = 0; item < primary_items; ++item) {
    std::int64_t least = 0;
    for (const std::uint32_t place : users.of(item)) {
      least = std::min(least, node.live[place].reduced);
    }
    if (least == 0) continue;
    node.items[item].price += least;
    for (const std::uint32_t place : users.of(item)) node.live[place].reduced -= least;
  }
}

}  // namespace

void raise_prices(Node& node, const LiveUsers& users) {
  for (std::size_t item = 0; item < node.items.size(); ++item) {
    ItemState& state = node.items[item];
    if (users.count(item) == 0 || (state.lo == 0 && state.price == 0)) continue;
    std::int64_t rise = state.lo == 0 ? -state.price : INT64_MAX;
    for (const std::uint32_t place : users.of(item)) {
      rise = std::min(rise, node.live[place].reduced);
    }
    if (rise == 0) continue;
    node.bound -= price_share(state.price, state.lo, state.hi);
    state.price += rise;
    node.bound += price_share(state.price, state.lo, state.hi);
    for (const std::uint32_t place : users.of(item)) node.live[place].reduced -= rise;
  }
}

NodePrices::NodePrices(const Instance& instance)
    : instance_(instance),
      prices_(instance.problem.items()),
      missing_(instance.problem.items()),
      uses_(instance.problem.items()) {}

bool NodePrices::improve(Node& node, const LiveUsers& users, std::int64_t max_weight,
                         const StopFlag& stop) {
  begin(node);
  std::int64_t best = INT64_MIN;
  for (int i = 0; i < kSteps && (i == 0 || !is_stopped(stop)); ++i) {
    const std::int64_t value = relaxed_value(node);
    if (value > max_weight) return false;
    if (value > best) {
      best = value;
      best_prices_ = prices_;
    }
    if (!step(node, users, max_weight + 1 - value)) break;
  }
  keep_if_better(node, users);
  return node.bound <= max_weight;
}

void NodePrices::begin(const Node& node) {
  chosen_weight_ = node.bound - shares_of(node.items);
  for (std::size_t item = 0; item < prices_.size(); ++item) prices_[item] = node.items[item].price;
  reduced_.clear();
  for (const LiveOption& live : node.live) reduced_.push_back(live.reduced);
}

/// A bound, too: options of negative reduced cost are taken. Counts them by item.
std::int64_t NodePrices::relaxed_value(const Node& node) {
  std::fill(uses_.begin(), uses_.end(), 0);
  std::int64_t value = chosen_weight_;
  for (std::size_t item = 0; item < prices_.size(); ++item) {
    value += price_share(prices_[item], node.items[item].lo, node.items[item].hi);
  }
  for (std::size_t place = 0; place < reduced_.size(); ++place) {
    if (reduced_[place] >= 0) continue;
    value += reduced_[place];
    const auto elements = instance_.problem.option(node.live[place].option);
    for (const Element& element : elements) ++uses_[element.item];
  }
  return value;
}

/// Polyak's step: as long as would close the gap if the value were linear. False: there is nowhere
/// to go.
bool NodePrices::step(const Node& node, const LiveUsers& users, std::int64_t gap) {
  std::int64_t norm = 0;
  for (std::size_t item = 0; item < prices_.size(); ++item) {
    const ItemState& state = node.items[item];
    const bool has_price = users.count(item) > 0 && !instance_.is_coloured[item];
    missing_[item] = has_price ? missing(prices_[item], state.lo, state.hi, uses_[item]) : 0;
    norm += missing_[item] * missing_[item];
  }
  const std::int64_t length = norm == 0 ? 0 : gap / norm;
  if (length == 0) return false;
  const std::int64_t limit = kMaxStartPrice * instance_.max_weight;
  for (std::size_t item = 0; item < prices_.size(); ++item) {
    if (missing_[item] == 0) continue;
    const std::int64_t max = node.items[item].lo == 0 ? 0 : limit;
    const std::int64_t price = std::clamp(prices_[item] + length * missing_[item], -limit, max);
    const std::int64_t rise = price - prices_[item];
    prices_[item] = price;
    for (const std::uint32_t place : users.of(item)) reduced_[place] -= rise;
  }
  return true;
}

/// Gives the node the best prices, made feasible, unless its own bound better.
void NodePrices::keep_if_better(Node& node, const LiveUsers& users) {
  live_ = node.live;
  items_ = node.items;
  const std::int64_t bound = node.bound;
  for (std::size_t item = 0; item < best_prices_.size(); ++item) {
    node.items[item].price = best_prices_[item];
  }
  for (LiveOption& live : node.live) {
    live.reduced = instance_.weights[live.option];
    for (const Element& element : instance_.problem.option(live.option)) {
      live.reduced -= best_prices_[element.item];
    }
  }
  lower_prices(node, users, instance_.problem.primary_items());
  node.bound = chosen_weight_ + shares_of(node.items);
  raise_prices(node, users);
  if (node.bound > bound) return;
  std::swap(node.live, live_);
  std::swap(node.items, items_);
  node.bound = bound;
}

LiveUsers::LiveUsers(const Instance& instance)
    : instance_(instance),
      counts_(instance.problem.items()),
      starts_(instance.problem.items()),
      users_(instance.problem.elements()) {}

void LiveUsers::list(const Node& node) {
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const LiveOption& live : node.live) {
    for (const Element& element : instance_.problem.option(live.option)) ++counts_[element.item];
  }
  std::uint32_t end = 0;
  for (std::size_t item = 0; item < counts_.size(); ++item) {
    end += counts_[item];
    starts_[item] = end;  // each user moves it to the front
  }
  for (std::size_t place = node.live.size(); place-- > 0;) {
    for (const Element& element : instance_.problem.option(node.live[place].option)) {
      users_[--starts_[element.item]] = static_cast<std::uint32_t>(place);
    }
  }
}

void LiveUsers::remove(std::uint32_t option) {
  for (const Element& element : instance_.problem.option(option)) --counts_[element.item];
}

}  // namespace puzzled::cover::cost
