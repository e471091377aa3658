// What best.hpp declares. (The files beside this one include that header, so this is apart from
// it.)
#include "core/cover/best.hpp"

#include <algorithm>
#include <utility>

#include "core/cover/cost/descent.hpp"
#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"
#include "core/cover/cost/prices.hpp"
#include "core/cover/cost/tightener.hpp"
#include "core/cover/simplified.hpp"

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

/// The first nodes of a search, and a copy.
std::uint64_t bytes_of_nodes(const Problem& problem) {
  return 3 * (sizeof(cost::LiveOption) * problem.options() +
              sizeof(cost::ItemState) * problem.items()) +
         (std::uint64_t{1} << 16);
}

}  // namespace

struct BestSearch::Root {
  cost::Instance instance;
  cost::Node node;                ///< empty if the instance is not feasible
  std::uint64_t bytes_of_thread;  ///< that the nodes of a search may take
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

BestSearch BestSearch::prepare(const Problem& problem, Direction direction, const StopFlag& stop,
                               std::uint64_t max_bytes, std::size_t threads) {
  cost::Instance instance(problem, direction);
  cost::Node node;
  if (instance.is_feasible) node = root_node(instance, find_prices(instance, stop));
  return BestSearch(std::make_unique<const Root>(
      Root{std::move(instance), std::move(node),
           (max_bytes - bytes_needed(problem, threads)) / threads + bytes_of_nodes(problem)}));
}

BestSearch::BestSearch(std::unique_ptr<const Root> root) : root_(std::move(root)) {}
BestSearch::BestSearch(BestSearch&&) noexcept = default;
BestSearch::~BestSearch() = default;
std::uint64_t BestSearch::bytes_needed(const Problem& problem, std::size_t threads) {
  // The instance, its prices and the root.
  const std::uint64_t shared =
      48 * problem.options() + 8 * problem.elements() + 120 * problem.items();
  // What threads tighten nodes with.
  const std::uint64_t own = 24 * problem.options() + 4 * problem.elements() + 80 * problem.items();
  return shared + threads * (own + bytes_of_nodes(problem));
}

std::vector<BestSearch::Unit> BestSearch::units(std::size_t count, const StopFlag& stop) const {
  const cost::Instance& instance = root_->instance;
  if (!instance.is_feasible) return {};
  const std::int64_t max_weight = instance.weight_of(instance.max_cost);
  cost::Tightener tightener(instance);
  std::vector<Unit> whole;  // those that cannot be cut
  std::vector<Unit> open{Unit{}};
  while (!open.empty() && whole.size() + open.size() < count && !is_stopped(stop)) {
    std::vector<Unit> next;
    for (Unit& unit : open) {
      if (is_stopped(stop)) {
        next.push_back(std::move(unit));
        continue;
      }
      cost::Node node = node_of(instance, root_->node, unit);
      if (!tightener.tighten(node, max_weight, stop)) continue;
      const cost::Branching branching = cost::branch(instance, tightener, node);
      if (branching.is_solution) {
        whole.push_back(std::move(unit));
        continue;
      }
      // Of many options the last are one unit: each unit lists the options before its own.
      const std::size_t apart = std::min(branching.options.size(), count);
      for (std::size_t i = 0; i < apart; ++i) {
        next.push_back(unit);
        next.back().chosen.push_back(branching.options[i].option);
        unit.excluded.push_back(branching.options[i].option);
      }
      if (apart < branching.options.size()) next.push_back(std::move(unit));
    }
    open = std::move(next);
  }
  open.insert(open.end(), whole.begin(), whole.end());
  return open;
}

BestSearch::UnitOutcome BestSearch::run(const Unit& unit, SharedIncumbent& incumbent,
                                        const StopFlag& stop) const {
  const cost::Instance& instance = root_->instance;
  cost::Descent descent(instance, root_->bytes_of_thread);
  UnitOutcome outcome;
  outcome.complete = descent.improve(node_of(instance, root_->node, unit), incumbent, stop);
  outcome.lacks_memory = descent.lacks_memory();
  outcome.bound = descent.bound();
  outcome.nodes = descent.nodes();
  if (descent.solution()) {
    outcome.found = true;
    outcome.cost = descent.solution_cost();
    outcome.options = *descent.solution();
  }
  return outcome;
}

BestSearch::UnitOutcome BestSearch::not_run() const {
  UnitOutcome outcome;
  if (root_->instance.is_feasible) outcome.bound = root_->instance.cost_of(root_->node.bound);
  return outcome;
}

BestOutcome BestSearch::settle(std::span<const UnitOutcome> units, const StopFlag& stop) const {
  const cost::Instance& instance = root_->instance;
  const std::int64_t sign = instance.direction == Direction::kMinimize ? 1 : -1;
  BestOutcome outcome;
  bool complete = true;
  bool lacks_memory = false;
  std::int64_t bound = instance.max_cost;
  for (const UnitOutcome& unit : units) {
    outcome.nodes += unit.nodes;
    if (!unit.complete) {
      complete = false;
      lacks_memory = lacks_memory || unit.lacks_memory;
      bound = std::min(bound, unit.bound);
    }
    if (!unit.found || (outcome.found && unit.cost >= outcome.cost)) continue;
    outcome.found = true;
    outcome.cost = unit.cost;
    outcome.options = unit.options;
  }
  if (outcome.found) bound = complete ? outcome.cost : std::min(bound, outcome.cost);
  if (complete && outcome.found) {
    cost::FirstBest first(instance, root_->bytes_of_thread);
    complete = first.find(root_->node, outcome.cost, outcome.options, stop);
    lacks_memory = first.lacks_memory();
    outcome.options = first.options();
    outcome.nodes += first.nodes();
  }
  outcome.status = lacks_memory    ? BestOutcome::Status::kNoMemory
                   : !complete     ? BestOutcome::Status::kStopped
                   : outcome.found ? BestOutcome::Status::kOptimal
                                   : BestOutcome::Status::kNoCover;
  outcome.cost *= sign;
  outcome.bound = bound * sign;
  return outcome;
}

namespace {

/// No solution costs less; for the direction kMaximize, more.
std::int64_t bound_without_search(const Problem& problem, Direction direction) {
  std::int64_t bound = 0;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const std::int64_t cost = problem.cost(option);
    if (direction == Direction::kMinimize ? cost < 0 : cost > 0) bound += cost;
  }
  return bound;
}

BestOutcome without_search(BestOutcome::Status status, const Problem& problem,
                           Direction direction) {
  BestOutcome outcome;
  outcome.status = status;
  outcome.bound = bound_without_search(problem, direction);
  return outcome;
}

BestOutcome best_as_it_is(const Problem& problem, Direction direction, const StopFlag& stop,
                          std::uint64_t max_bytes) {
  if (BestSearch::bytes_needed(problem, 1) > max_bytes) {
    return without_search(BestOutcome::Status::kNoMemory, problem, direction);
  }
  const BestSearch search = BestSearch::prepare(problem, direction, stop, max_bytes);
  SharedIncumbent incumbent;
  std::vector<BestSearch::UnitOutcome> outcomes;
  for (const BestSearch::Unit& unit : search.units(1)) {
    outcomes.push_back(search.run(unit, incumbent, stop));
  }
  return search.settle(outcomes, stop);
}

/// Adds the outcome of a part. False: there is no solution of the whole.
bool add_part(BestOutcome& whole, const SimplePart& part, const BestOutcome& outcome) {
  whole.nodes += outcome.nodes;
  whole.bound += outcome.bound;
  if (outcome.status == BestOutcome::Status::kNoCover) return false;
  if (whole.status == BestOutcome::Status::kOptimal) whole.status = outcome.status;
  whole.found = whole.found && outcome.found;
  whole.cost += outcome.cost;
  for (const std::uint32_t option : outcome.options) whole.options.push_back(part.options[option]);
  return true;
}

}  // namespace

BestOutcome best_of_parts(const Problem& problem, Direction direction, const StopFlag& stop,
                          std::uint64_t max_bytes, const PartBest& best_part) {
  // (An option that may be chosen beside an equal one is not worse than it.)
  if (problem.has_multiplicities()) return best_part(problem);
  if (bytes_to_simplify(problem) > max_bytes) {
    return without_search(BestOutcome::Status::kNoMemory, problem, direction);
  }
  Simplified simplified = simplify(
      problem, direction == Direction::kMinimize ? Merge::kCheapest : Merge::kDearest, stop);
  if (simplified.status == Simplified::Status::kStopped) {
    return without_search(BestOutcome::Status::kStopped, problem, direction);
  }
  if (simplified.status == Simplified::Status::kNoSolution) return {};
  BestOutcome whole;
  whole.status = BestOutcome::Status::kOptimal;
  whole.found = true;
  whole.options = std::move(simplified.forced);
  for (const std::uint32_t option : whole.options) whole.cost += problem.cost(option);
  whole.bound = whole.cost;
  for (const SimplePart& part : simplified.parts) {
    const bool goes_on = whole.status == BestOutcome::Status::kOptimal;
    const BestOutcome outcome =
        goes_on ? best_part(part.problem) : without_search(whole.status, part.problem, direction);
    if (!add_part(whole, part, outcome)) {
      BestOutcome none;
      none.nodes = whole.nodes;
      return none;
    }
  }
  if (!whole.found) {
    whole.cost = 0;
    whole.options.clear();
  }
  std::sort(whole.options.begin(), whole.options.end());
  return whole;
}

BestOutcome best(const Problem& problem, Direction direction, const StopFlag& stop,
                 std::uint64_t max_bytes) {
  return best_of_parts(problem, direction, stop, max_bytes, [&](const Problem& part) {
    return best_as_it_is(part, direction, stop, max_bytes);
  });
}

}  // namespace puzzled::cover
