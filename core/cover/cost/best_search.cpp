// What best.hpp declares. (The files beside this one include that header, so this is apart from
// it.)
#include "core/cover/best.hpp"

#include <algorithm>
#include <utility>

#include "core/cover/cost/descent.hpp"
#include "core/cover/cost/first_best.hpp"
#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"
#include "core/cover/cost/prices.hpp"
#include "core/cover/cost/tightener.hpp"

namespace puzzled::cover {
namespace {

/// The node below `root` that `unit` stands for.
cost::Node node_of(const cost::Instance& instance, const cost::Node& root,
                   const BestSearch::Unit& unit) {
  cost::Node node = root;
  for (const std::uint32_t option : unit.chosen) {
    const cost::Node parent = std::move(node);
    const auto live = std::find_if(parent.live.begin(), parent.live.end(),
                                   [&](const auto& other) { return other.option == option; });
    node = {};
    cost::choose(instance, parent, *live, INT64_MAX / 2, node);
  }
  for (const std::uint32_t option : unit.excluded) cost::exclude(node, option);
  return node;
}

}  // namespace

struct BestSearch::Root {
  Root(const Problem& problem, Direction direction) : instance(problem, direction) {
    if (instance.is_feasible) node = cost::root_node(instance, cost::find_prices(instance));
  }

  cost::Instance instance;
  cost::Node node;
};

std::optional<Error> best_refusal(const Problem& problem) {
  std::uint64_t sum = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const std::int64_t cost = problem.cost(option);
    // Of INT64_MIN, too, this is the size: arithmetic of unsigned numbers is modulo 2^64.
    const std::uint64_t size =
        cost < 0 ? 0 - static_cast<std::uint64_t>(cost) : static_cast<std::uint64_t>(cost);
    if (size > INT64_MAX - sum) return Error{"the costs have sums beyond 63 bits"};
    sum += size;
  }
  return std::nullopt;
}

BestSearch::BestSearch(const Problem& problem, Direction direction)
    : root_(std::make_unique<const Root>(problem, direction)) {}

BestSearch::~BestSearch() = default;

std::vector<BestSearch::Unit> BestSearch::units(std::size_t count) const {
  const cost::Instance& instance = root_->instance;
  if (!instance.is_feasible) return {};
  const std::int64_t max_weight = instance.weight_of(instance.max_cost);
  cost::Tightener tightener(instance);
  std::vector<Unit> whole;  // those that cannot be cut
  std::vector<Unit> open{Unit{}};
  while (!open.empty() && whole.size() + open.size() < count) {
    std::vector<Unit> next;
    for (Unit& unit : open) {
      cost::Node node = node_of(instance, root_->node, unit);
      if (!tightener.tighten(node, max_weight)) continue;
      const cost::Branching branching = cost::branch(instance, tightener, node);
      if (branching.is_solution) {
        whole.push_back(std::move(unit));
        continue;
      }
      for (const cost::LiveOption& live : branching.options) {
        next.push_back(unit);
        next.back().chosen.push_back(live.option);
        unit.excluded.push_back(live.option);
      }
    }
    open = std::move(next);
  }
  open.insert(open.end(), whole.begin(), whole.end());
  return open;
}

BestSearch::UnitOutcome BestSearch::run(const Unit& unit, SharedIncumbent& incumbent,
                                        const StopFlag& stop) const {
  const cost::Instance& instance = root_->instance;
  cost::Descent descent(instance);
  UnitOutcome outcome;
  outcome.complete = descent.improve(node_of(instance, root_->node, unit), incumbent, stop);
  outcome.bound = descent.bound();
  outcome.nodes = descent.nodes();
  if (descent.solution()) {
    outcome.found = true;
    outcome.cost = descent.solution_cost();
    outcome.options = *descent.solution();
  }
  return outcome;
}

BestOutcome BestSearch::settle(std::span<const UnitOutcome> units, const StopFlag& stop) const {
  const cost::Instance& instance = root_->instance;
  const std::int64_t sign = instance.direction == Direction::kMinimize ? 1 : -1;
  BestOutcome outcome;
  bool complete = true;
  std::int64_t bound = instance.max_cost;
  for (const UnitOutcome& unit : units) {
    outcome.nodes += unit.nodes;
    if (!unit.complete) {
      complete = false;
      bound = std::min(bound, unit.bound);
    }
    if (!unit.found || (outcome.found && unit.cost >= outcome.cost)) continue;
    outcome.found = true;
    outcome.cost = unit.cost;
    outcome.options = unit.options;
  }
  if (outcome.found) bound = complete ? outcome.cost : std::min(bound, outcome.cost);
  if (complete && outcome.found) {
    cost::FirstBest first(instance);
    complete = first.find(root_->node, outcome.cost, outcome.options, stop);
    outcome.options = first.options();
    outcome.nodes += first.nodes();
  }
  outcome.status = !complete       ? BestOutcome::Status::kStopped
                   : outcome.found ? BestOutcome::Status::kOptimal
                                   : BestOutcome::Status::kNoCover;
  outcome.cost *= sign;
  outcome.bound = bound * sign;
  return outcome;
}

BestOutcome best(const Problem& problem, Direction direction, const StopFlag& stop) {
  const BestSearch search(problem, direction);
  SharedIncumbent incumbent;
  std::vector<BestSearch::UnitOutcome> outcomes;
  for (const BestSearch::Unit& unit : search.units(1)) {
    outcomes.push_back(search.run(unit, incumbent, stop));
  }
  return search.settle(outcomes, stop);
}

}  // namespace puzzled::cover
