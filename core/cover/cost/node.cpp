#include "core/cover/cost/node.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::cover::cost {
namespace {

/// Counts the option in; the items that need no further option lose their price, which is returned.
std::vector<std::pair<std::uint32_t, std::int64_t>> take_items(std::span<const Element> elements,
                                                               const Instance& instance,
                                                               std::vector<ItemState>& items) {
  std::vector<std::pair<std::uint32_t, std::int64_t>> freed;
  for (const auto [item, colour] : elements) {
    ItemState& state = items[item];
    if (colour != 0) {
      state.colour = colour;
      continue;
    }
    state.hi = instance.is_coloured[item] ? 0 : state.hi - 1;
    if (state.lo > 0) --state.lo;
    if (state.lo > 0 || state.hi == 0 || state.price <= 0) continue;
    freed.emplace_back(item, std::exchange(state.price, 0));
  }
  return freed;
}

bool can_join(std::span<const Element> elements, const std::vector<ItemState>& items) {
  return std::all_of(elements.begin(), elements.end(), [&](const Element& element) {
    const ItemState& state = items[element.item];
    return state.hi > 0 && (state.colour == 0 || state.colour == element.colour);
  });
}

}  // namespace

Node root_node(const Instance& instance, std::span<const std::int64_t> prices) {
  const Problem& problem = instance.problem;
  Node node;
  for (std::size_t item = 0; item < problem.items(); ++item) {
    const auto [lo, hi] = instance.bounds[item];
    node.items.push_back({prices[item], lo, hi, 0});
    node.bound += price_share(prices[item], lo, hi);
  }
  for (std::uint32_t option = 0; option < problem.options(); ++option) {
    if (problem.is_idle(option)) continue;
    std::int64_t reduced = instance.weights[option];
    for (const Element& element : problem.option(option)) reduced -= prices[element.item];
    node.live.push_back({option, reduced});
  }
  return node;
}

void choose(const Instance& instance, const Node& parent, LiveOption chosen,
            std::int64_t max_weight, Node& child) {
  child.items = parent.items;
  child.bound = parent.bound + chosen.reduced;
  child.cost = parent.cost + instance.costs[chosen.option];
  child.chosen = parent.chosen;
  child.chosen.push_back(chosen.option);
  child.live.clear();
  const auto freed = take_items(instance.problem.option(chosen.option), instance, child.items);
  const std::int64_t room = max_weight - child.bound;
  for (LiveOption live : parent.live) {
    if (live.reduced > room || live.option == chosen.option) continue;
    const auto elements = instance.problem.option(live.option);
    if (!can_join(elements, child.items)) continue;
    for (const auto& [item, price] : freed) {
      const auto is_freed = [item = item](const Element& element) { return element.item == item; };
      if (std::any_of(elements.begin(), elements.end(), is_freed)) live.reduced += price;
    }
    child.live.push_back(live);
  }
}

void exclude(Node& node, std::uint32_t option) {
  const auto place = std::lower_bound(
      node.live.begin(), node.live.end(), option,
      [](const LiveOption& live, std::uint32_t number) { return live.option < number; });
  if (place != node.live.end() && place->option == option) node.live.erase(place);
}

}  // namespace puzzled::cover::cost
