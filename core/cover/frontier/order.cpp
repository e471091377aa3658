#include "core/cover/frontier/order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

namespace puzzled::cover {
namespace {

using Items = std::vector<std::uint32_t>;

/// When greedy orders have taken so many pairs of neighbours and looks at open items, about 10 ms,
/// no further one is begun.
constexpr std::size_t kMaxEffort = 5'000'000;
constexpr std::size_t kMaxPairs = 2'000'000;  // of neighbours; beyond it the given order is kept
constexpr std::size_t kMaxStarts = 40;

/// Primary items are neighbours if an option has both of them, or, `by_secondary`, if options with
/// them have a secondary item in common.
struct Neighbours {
  std::vector<std::uint32_t> of;       // of all items, one after another
  std::vector<std::size_t> starts{0};  // by item: where its neighbours start; then where they end

  std::span<const std::uint32_t> operator[](std::size_t item) const {
    return std::span(of).subspan(starts[item], starts[item + 1] - starts[item]);
  }
  std::size_t degree(std::size_t item) const { return starts[item + 1] - starts[item]; }
};

/// By group, its primary items: a group is an option or, `by_secondary`, also what a secondary item
/// holds together.
std::vector<Items> groups_of(const Problem& problem, bool by_secondary) {
  std::vector<Items> groups(problem.options());
  std::vector<Items> held(by_secondary ? problem.items() - problem.primary_items() : 0);
  for (std::size_t option = 0; option < problem.options(); ++option) {
    Items& primary = groups[option];
    for (const Element& element : problem.option(option)) {
      if (element.item < problem.primary_items()) primary.push_back(element.item);
    }
    if (!by_secondary) continue;
    for (const Element& element : problem.option(option)) {
      if (element.item < problem.primary_items()) continue;
      Items& items = held[element.item - problem.primary_items()];
      items.insert(items.end(), primary.begin(), primary.end());
    }
  }
  std::move(held.begin(), held.end(), std::back_inserter(groups));
  return groups;
}

/// Without any neighbours if there are too many of them.
Neighbours neighbours_of(std::size_t items, const std::vector<Items>& groups) {
  std::size_t pairs = 0;
  for (const Items& group : groups) pairs += group.size() * group.size();
  Neighbours neighbours;
  if (pairs > kMaxPairs) {
    neighbours.starts.assign(items + 1, 0);
    return neighbours;
  }
  std::vector<Items> groups_with(items);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const std::uint32_t item : groups[group]) {
      groups_with[item].push_back(static_cast<std::uint32_t>(group));
    }
  }
  std::vector<std::size_t> seen_by(items, items);
  for (std::size_t item = 0; item < items; ++item) {
    seen_by[item] = item;
    for (const std::uint32_t group : groups_with[item]) {
      for (const std::uint32_t other : groups[group]) {
        if (std::exchange(seen_by[other], item) != item) neighbours.of.push_back(other);
      }
    }
    neighbours.starts.push_back(neighbours.of.size());
  }
  return neighbours;
}

/// Which of the open items comes next, if several open equally many others.
enum class Tie { kOldest, kNewest };

/// Items that are held back come last; they are nobody's neighbours.
class GreedyOrder {
 public:
  GreedyOrder(const Neighbours& neighbours, const std::vector<bool>& held_back)
      : neighbours_(neighbours), held_back_(held_back), items_(held_back.size()) {}

  /// From `start`, always the open item that opens the fewest others.
  Items from(std::uint32_t start, Tie tie) {
    begin();
    place(start);
    std::uint32_t unreached = 0;
    while (order_.size() < items_) {
      effort_ += open_.size();
      if (!open_.empty()) {
        place(take_best(tie));
        continue;
      }
      while (unreached < items_ && (is_reached_[unreached] || held_back_[unreached])) ++unreached;
      if (unreached == items_) break;
      place(unreached);
    }
    for (std::uint32_t item = 0; item < items_; ++item) {
      if (held_back_[item]) order_.push_back(item);
    }
    return std::move(order_);
  }

  std::size_t effort() const { return effort_; }

 private:
  void begin() {
    order_.clear();
    open_.clear();
    is_reached_.assign(items_, false);
    fresh_.assign(items_, 0);
    for (std::size_t item = 0; item < items_; ++item) {
      for (const std::uint32_t other : neighbours_[item]) fresh_[item] += held_back_[other] ? 0 : 1;
    }
  }

  void place(std::uint32_t item) {
    order_.push_back(item);
    reach(item);
    for (const std::uint32_t other : neighbours_[item]) {
      if (is_reached_[other] || held_back_[other]) continue;
      open_.push_back(other);
      reach(other);
    }
    effort_ += neighbours_.degree(item);
  }

  void reach(std::uint32_t item) {
    if (is_reached_[item]) return;
    is_reached_[item] = true;
    for (const std::uint32_t other : neighbours_[item]) --fresh_[other];
  }

  std::uint32_t take_best(Tie tie) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < open_.size(); ++i) {
      const std::uint32_t fresh = fresh_[open_[i]];
      const std::uint32_t least = fresh_[open_[best]];
      if (fresh < least || (fresh == least && tie == Tie::kNewest)) best = i;
    }
    const std::uint32_t item = open_[best];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(best));  // the others stay by age
    return item;
  }

  const Neighbours& neighbours_;
  const std::vector<bool>& held_back_;
  std::size_t items_;
  Items order_;
  Items open_;                        // reached, not yet in order_: the oldest first
  std::vector<bool> is_reached_;      // open or in order_
  std::vector<std::uint32_t> fresh_;  // by item: how many neighbours are not reached
  std::size_t effort_ = 0;
};

/// Over all steps, the number of sets of items that are open behind it.
double width_of(const std::vector<OpenSteps>& spans, std::size_t steps) {
  constexpr int kMaxExponent = 1000;
  std::vector<int> change(steps + 1);
  for (const OpenSteps& span : spans) {
    if (!span.ever()) continue;
    ++change[span.first];
    --change[span.last];
  }
  double sum = 0;
  int open = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    open += change[step];
    sum += std::ldexp(1.0, std::min(open, kMaxExponent));
  }
  return sum;
}

class BestOrder {
 public:
  explicit BestOrder(const Problem& problem) : problem_(problem), best_(problem.primary_items()) {
    std::iota(best_.begin(), best_.end(), 0U);
    width_ = width_of(open_steps(problem, best_), best_.size());
  }

  void consider(Items order) {
    const double width = width_of(open_steps(problem_, order), order.size());
    if (width >= width_) return;
    width_ = width;
    best_ = std::move(order);
  }

  FrontierOrder result() && { return {std::move(best_), std::log2(std::max(width_, 1.0))}; }

 private:
  const Problem& problem_;
  Items best_;
  double width_;
};

/// Greedy orders from the items of fewest neighbours.
void consider_greedy(const Neighbours& neighbours, const Items& by_degree,
                     const std::vector<bool>& held_back, std::size_t cost, BestOrder& best) {
  GreedyOrder greedy(neighbours, held_back);
  std::size_t starts = 0;
  for (const std::uint32_t start : by_degree) {
    if (held_back[start]) continue;
    for (const Tie tie : {Tie::kOldest, Tie::kNewest}) best.consider(greedy.from(start, tie));
    ++starts;
    if (starts == kMaxStarts || greedy.effort() + starts * cost > kMaxEffort) return;
  }
}

/// Items with far more neighbours than most, such as the pieces of a packing.
std::vector<bool> find_hubs(const Neighbours& neighbours, const Items& by_degree) {
  const std::size_t items = by_degree.size();
  const std::size_t median = neighbours.degree(by_degree[items / 2]);
  std::vector<bool> hubs(items);
  for (std::size_t item = 0; item < items; ++item) {
    const std::size_t degree = neighbours.degree(item);
    hubs[item] = degree > 2 * median || degree * 10 > items * 9;
  }
  return hubs;
}

void consider_neighbours(const Problem& problem, bool by_secondary, BestOrder& best) {
  const std::size_t items = problem.primary_items();
  const Neighbours neighbours = neighbours_of(items, groups_of(problem, by_secondary));
  if (neighbours.of.empty()) return;
  Items by_degree(items);
  std::iota(by_degree.begin(), by_degree.end(), 0U);
  std::stable_sort(by_degree.begin(), by_degree.end(), [&](std::uint32_t a, std::uint32_t b) {
    return neighbours.degree(a) < neighbours.degree(b);
  });
  const std::size_t cost = 2 * problem.elements();
  consider_greedy(neighbours, by_degree, std::vector<bool>(items), cost, best);
  const std::vector<bool> hubs = find_hubs(neighbours, by_degree);
  if (std::find(hubs.begin(), hubs.end(), true) == hubs.end()) return;
  consider_greedy(neighbours, by_degree, hubs, cost, best);
}

}  // namespace

std::vector<OpenSteps> open_steps(const Problem& problem, std::span<const std::uint32_t> order) {
  const auto steps = static_cast<std::uint32_t>(order.size());
  std::vector<OpenSteps> spans(problem.items(), OpenSteps{steps, 0});
  for (std::uint32_t step = 0; step < steps; ++step) spans[order[step]].last = step;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    std::uint32_t start = steps;
    for (const Element& element : problem.option(option)) {
      if (element.item < steps) start = std::min(start, spans[element.item].last);
    }
    for (const Element& element : problem.option(option)) {
      OpenSteps& span = spans[element.item];
      span.first = std::min(span.first, start);
      if (element.item >= steps) span.last = std::max(span.last, start);
    }
  }
  return spans;
}

FrontierOrder frontier_order(const Problem& problem) {
  BestOrder best(problem);
  if (problem.primary_items() > 1) {
    consider_neighbours(problem, false, best);
    if (problem.has_secondary_items()) consider_neighbours(problem, true, best);
  }
  return std::move(best).result();
}

}  // namespace puzzled::cover
