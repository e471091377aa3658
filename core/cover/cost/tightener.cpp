#include "core/cover/cost/tightener.hpp"

#include <algorithm>

namespace puzzled::cover::cost {
namespace {

/// Nodes of fewer live options are searched faster than steps are taken. (Partitions of 60 items:
/// 15.2 s from 50 options on, 13.0 from 100, 12.3 from 200; pentominoes gain nothing at all.)
constexpr std::size_t kMinLiveForSteps = 100;

/// Word rectangles, whose colours have no prices, would lose half of their speed to steps.
constexpr unsigned kRareSteps = 64;

}  // namespace

bool Tightener::tighten(Node& node, std::int64_t max_weight, const StopFlag& stop) {
  if (!raise(node, max_weight, stop)) return false;
  if (are_price_steps_due(node) && !take_price_steps(node, max_weight, stop)) return false;
  return fit_bounds(node) && node.bound <= max_weight;
}

std::optional<std::uint32_t> Tightener::branch_item(const Node& node) const {
  std::optional<std::uint32_t> best;
  std::uint32_t least = UINT32_MAX;
  for (std::uint32_t item = 0; item < instance_.problem.primary_items(); ++item) {
    if (node.items[item].lo == 0) continue;
    const std::uint32_t choice = users_.count(item) - node.items[item].lo;
    if (choice >= least) continue;
    least = choice;
    best = item;
  }
  return best;
}

bool Tightener::raise(Node& node, std::int64_t max_weight, const StopFlag& stop) {
  for (;;) {
    users_.list(node);
    if (!fit_bounds(node)) return false;
    raise_prices(node, users_);
    if (node.bound > max_weight) return false;
    const std::size_t removed = remove_heavy(node, max_weight);
    // A few options less would hardly change the prices.
    if (removed * 8 <= node.live.size() || is_stopped(stop)) return true;
  }
}

bool Tightener::take_price_steps(Node& node, std::int64_t max_weight, const StopFlag& stop) {
  users_.list(node);
  if (!fit_bounds(node)) return false;
  const bool is_open = prices_.improve(node, users_, max_weight, stop);
  const std::size_t removed = is_open ? remove_heavy(node, max_weight) : 0;
  const bool has_helped = !is_open || removed * 8 > node.live.size();
  credit_ = has_helped ? std::min(credit_ + 4, kMaxCredit) : std::max(credit_ - 1, 0);
  return is_open;
}

bool Tightener::are_price_steps_due(const Node& node) {
  if (node.live.size() < kMinLiveForSteps) return false;
  return credit_ > 0 || ++skipped_ % kRareSteps == 0;
}

/// No more options can be chosen of an item than are live: a price below 0 then counts less often.
/// False: some item has too few.
bool Tightener::fit_bounds(Node& node) const {
  for (std::size_t item = 0; item < node.items.size(); ++item) {
    ItemState& state = node.items[item];
    if (users_.count(item) < state.lo) return false;
    if (users_.count(item) >= state.hi || instance_.is_coloured[item]) continue;
    node.bound -= price_share(state.price, state.lo, state.hi);
    state.hi = users_.count(item);
    node.bound += price_share(state.price, state.lo, state.hi);
  }
  return true;
}

std::size_t Tightener::remove_heavy(Node& node, std::int64_t max_weight) {
  const std::int64_t gap = max_weight - node.bound;
  return std::erase_if(node.live, [&](const LiveOption& live) {
    if (live.reduced <= gap) return false;
    users_.remove(live.option);
    return true;
  });
}

}  // namespace puzzled::cover::cost
