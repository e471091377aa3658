#include "core/cover/cost/descent.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::cover::cost {
namespace {

bool has_item(const Instance& instance, std::uint32_t option, std::uint32_t item) {
  const auto elements = instance.problem.option(option);
  return std::any_of(elements.begin(), elements.end(),
                     [&](const Element& element) { return element.item == item; });
}

}  // namespace

Branching branch(const Instance& instance, const Tightener& tightener, const Node& node) {
  Branching branching;
  const std::optional<std::uint32_t> item = tightener.branch_item(node);
  branching.is_solution = !item;
  for (const LiveOption& live : node.live) {
    if (!item || has_item(instance, live.option, *item)) branching.options.push_back(live);
  }
  std::stable_sort(branching.options.begin(), branching.options.end(),
                   [](const LiveOption& a, const LiveOption& b) { return a.reduced < b.reduced; });
  return branching;
}

bool Descent::improve(const Node& top, SharedIncumbent& incumbent, const StopFlag& stop) {
  incumbent_ = &incumbent;
  return search(top, stop);
}

bool Descent::find_any(const Node& top, std::int64_t max_cost, const StopFlag& stop) {
  incumbent_ = nullptr;
  max_cost_ = max_cost;
  return search(top, stop);
}

bool Descent::search(const Node& top, const StopFlag& stop) {
  solution_.reset();
  nodes_ = 0;
  lacks_memory_ = false;
  if (frames_.empty()) frames_.emplace_back();
  frames_[0].node = top;
  enter(0, stop);
  std::size_t depth = 0;
  for (;;) {
    if (!incumbent_ && solution_) return true;
    if (is_stopped(stop) || lacks_memory_) {
      bound_ = open_bound(depth);
      return false;
    }
    if (!step(depth, stop)) return true;
  }
}

/// Tightens the node there, and prepares to branch on it.
void Descent::enter(std::size_t depth, const StopFlag& stop) {
  Frame& frame = frames_[depth];
  frame.options.clear();
  frame.next = 0;
  measure(frame);
  if (!tightener_.tighten(frame.node, max_weight(), stop)) return;
  Branching branching = branch(instance_, tightener_, frame.node);
  if (branching.is_solution) record(frame.node);
  frame.options = std::move(branching.options);
  measure(frame);
}

/// Keeps account of what the frames hold.
void Descent::measure(Frame& frame) {
  const Node& node = frame.node;
  const std::uint64_t bytes =
      sizeof(Frame) + (node.live.capacity() + frame.options.capacity()) * sizeof(LiveOption) +
      node.items.capacity() * sizeof(ItemState) + node.chosen.capacity() * sizeof(std::uint32_t);
  bytes_ += bytes - frame.bytes;
  frame.bytes = bytes;
  lacks_memory_ = bytes_ > max_bytes_;
}

/// Chooses the next option, or goes back. False: there is nothing left.
bool Descent::step(std::size_t& depth, const StopFlag& stop) {
  if (frames_.size() < depth + 2) frames_.resize(depth + 2);
  Frame& frame = frames_[depth];
  const std::int64_t max = max_weight();
  // The cheapest first: if one is too heavy, so are the rest.
  if (frame.next == frame.options.size() ||
      frame.node.bound + frame.options[frame.next].reduced > max) {
    if (depth == 0) return false;
    --depth;
    return true;
  }
  const LiveOption option = frame.options[frame.next++];
  ++nodes_;
  choose(instance_, frame.node, option, max, frames_[depth + 1].node);
  exclude(frame.node, option.option);
  enter(++depth, stop);
  return true;
}

/// Of a solution that is still of interest.
std::int64_t Descent::max_weight() const {
  if (!incumbent_) return instance_.weight_of(max_cost_);
  const std::int64_t known = incumbent_->cost();
  if (known == SharedIncumbent::kNone) return instance_.weight_of(instance_.max_cost);
  return instance_.weight_of(known - instance_.step);
}

void Descent::record(const Node& node) {
  const bool is_better = incumbent_ ? incumbent_->improve(node.cost) : node.cost <= max_cost_;
  if (!is_better) return;
  solution_ = node.chosen;
  std::sort(solution_->begin(), solution_->end());
  solution_cost_ = node.cost;
}

/// What is left in the frames costs at least this.
std::int64_t Descent::open_bound(std::size_t depth) const {
  std::int64_t least = instance_.max_cost;
  for (std::size_t i = 0; i <= depth; ++i) {
    const Frame& frame = frames_[i];
    if (frame.next == frame.options.size()) continue;
    least =
        std::min(least, instance_.cost_of(frame.node.bound + frame.options[frame.next].reduced));
  }
  return least;
}

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
