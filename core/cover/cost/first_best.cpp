#include "core/cover/cost/first_best.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::cover::cost {

bool FirstBest::find(const Node& root, std::int64_t least_cost, std::vector<std::uint32_t> solution,
                     const StopFlag& stop) {
  node_ = root;
  least_cost_ = least_cost;
  solution_ = std::move(solution);
  nodes_ = 0;
  while (node_.chosen.size() < solution_.size()) {
    const bool is_solution = std::all_of(node_.items.begin(), node_.items.end(),
                                         [](const ItemState& item) { return item.lo == 0; });
    if (is_solution && node_.cost == least_cost_) {
      solution_ = node_.chosen;  // the beginning of a list comes before the list
      break;
    }
    if (!try_smaller(stop)) return false;
    fix_next();
  }
  return true;
}

/// Looks for a solution that has a smaller option next. False: stopped.
bool FirstBest::try_smaller(const StopFlag& stop) {
  const std::int64_t max_weight = instance_.weight_of(least_cost_);
  const std::size_t place = node_.chosen.size();
  for (;;) {
    // The known solution is within this weight, so there is always something left.
    (void)tightener_.tighten(node_, max_weight, stop);
    if (is_stopped(stop)) return false;
    const LiveOption option = node_.live.front();
    if (option.option >= solution_[place]) return true;
    Node child;
    choose(instance_, node_, option, max_weight, child);
    const bool complete = descent_.find_any(child, least_cost_, stop);
    nodes_ += 1 + descent_.nodes();
    if (!complete) return false;
    if (descent_.solution()) {
      solution_ = *descent_.solution();
      return true;
    }
    exclude(node_, option.option);
  }
}

/// Chooses the first live option: the known solution's next, for what comes before it is excluded.
void FirstBest::fix_next() {
  Node child;
  choose(instance_, node_, node_.live.front(), instance_.weight_of(least_cost_), child);
  node_ = std::move(child);
}

}  // namespace puzzled::cover::cost
