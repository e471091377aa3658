// Hands what engines.hpp declares to the engines. (Not in engines.cpp, for the engines include
// engines.hpp.)
#include "core/cover/engines.hpp"

#include <algorithm>
#include <string>

#include "core/cover/auto_walk.hpp"
#include "core/cover/frontier.hpp"
#include "core/cover/links/links.hpp"
#include "core/cover/search/auto_count.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/search_walk.hpp"
#include "core/cover/simplified.hpp"

namespace puzzled::cover {
namespace {

constexpr std::size_t kLargeMatrices = std::size_t{1} << 20;

// Where equal options stand in for each other, a walk through the others takes so many nodes, about
// a second, before all of them are searched.
constexpr std::uint64_t kNodesWithWeights = 2'000'000;

Error cannot(Engine engine, std::string_view what) {
  return Error{"the engine " + std::string(abilities(engine).name) + " cannot " +
               std::string(what)};
}

bool lacks_options(const Problem& problem) {
  std::vector<bool> has_option(problem.primary_items());
  for (std::size_t option = 0; option < problem.options(); ++option) {
    for (const Element& element : problem.option(option)) {
      if (element.item < has_option.size()) has_option[element.item] = true;
    }
  }
  return std::find(has_option.begin(), has_option.end(), false) != has_option.end();
}

CountOutcome count_by_frontier(const Problem& problem, std::uint64_t memory, const StopFlag& stop) {
  const std::unique_ptr<FrontierCount> frontier = FrontierCount::make(problem, memory);
  CountOutcome outcome;
  if (!frontier->run(UINT64_MAX, stop)) {
    outcome.status = CountStatus::kStopped;
  } else if (frontier->gave_up()) {
    outcome.status = CountStatus::kGaveUp;
  } else {
    outcome.count = frontier->count();
  }
  outcome.nodes = frontier->states();
  return outcome;
}

/// By walking through the solutions of the options that stand for others; nothing if there are
/// many.
std::optional<CountOutcome> count_weighted(const SimplePart& part, const StopFlag& stop) {
  const std::unique_ptr<LinksWalk> walk = walk_by_links(part.problem);
  CountOutcome outcome;
  for (;;) {
    const SolutionWalk::Step step = walk->next(kNodesWithWeights - outcome.nodes, stop);
    outcome.nodes = walk->nodes();
    if (step == SolutionWalk::Step::kEnd) return outcome;
    if (step == SolutionWalk::Step::kPaused || outcome.nodes >= kNodesWithWeights) {
      if (!is_stopped(stop)) return std::nullopt;
      outcome.status = CountStatus::kStopped;
      return outcome;
    }
    WideCount product = 1;
    for (const std::uint32_t option : walk->solution()) product *= part.weights[option];
    outcome.count += product;
  }
}

/// Without simplification.
CountOutcome count_as_it_is(const Problem& problem, const CountSettings& settings,
                            const StopFlag& stop) {
  if (settings.engine == Engine::kLinks || !search::can_search(problem)) {
    return count_by_links(problem, stop);
  }
  if (lacks_options(problem)) return {};
  if (problem.primary_items() == 0) return {.count = 1};
  switch (settings.engine) {
    case Engine::kFrontier:
      return count_by_frontier(problem, settings.memory, stop);
    case Engine::kSearch:
    case Engine::kCache:
      return search::count_by_search(problem, settings, stop);
    case Engine::kAuto:
    case Engine::kLinks:
      break;
  }
  // Large matrices take milliseconds to make: a search may be done by then.
  if (search::bytes_needed(problem) > kLargeMatrices) {
    const CountOutcome outcome = count_by_links(problem, stop, nodes_before_search(problem));
    if (outcome.status != CountStatus::kGaveUp) return outcome;
  }
  return search::count_by_turns(problem, settings, stop);
}

}  // namespace

std::optional<Engine> find_engine(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kEngines); ++i) {
    if (kEngines[i].name == name) return static_cast<Engine>(i);
  }
  return std::nullopt;
}

std::optional<Error> refusal(Engine engine, const Problem& problem, bool listing) {
  const Abilities& can = abilities(engine);
  if (listing && !can.lists) return cannot(engine, "list solutions");
  if (problem.has_multiplicities() && !can.multiplicities) {
    return cannot(engine, "take multiplicities");
  }
  if (problem.has_colours() && !can.colours) return cannot(engine, "take colours");
  if (engine == Engine::kFrontier) return FrontierCount::refusal(problem);
  if ((engine == Engine::kSearch || engine == Engine::kCache) && !search::can_search(problem)) {
    return cannot(engine, "take so large a problem");
  }
  return std::nullopt;
}

std::uint64_t bytes_needed(const Problem& problem, Engine engine, unsigned counters) {
  // Of links, two more searches: one that cuts, and one that begins alone.
  const std::uint64_t links =
      16 * (problem.elements() + problem.options() + problem.items()) + 40 * problem.items();
  const std::uint64_t by_links = (counters + 2) * links;
  if (engine == Engine::kLinks) return by_links;
  if (engine == Engine::kFrontier) {
    return 40 * problem.elements() + 80 * problem.options() + 60 * problem.items();
  }
  std::uint64_t needed = 0;
  if (engine == Engine::kAuto && !problem.has_multiplicities()) {
    needed = bytes_to_simplify(problem) + by_links;
  }
  if (!search::can_search(problem)) return std::max(needed, by_links);
  // The matrices of the problem and of the reduced one, and the levels of each search.
  const std::uint64_t matrices = search::bytes_needed(problem);
  return std::max(needed, 2 * matrices + counters * (matrices / 4) + 40 * problem.elements());
}

CountOutcome count_parts(const Simplified& simplified, const StopFlag& stop,
                         const PartCounter& count_part) {
  CountOutcome outcome;
  if (simplified.status == Simplified::Status::kStopped) outcome.status = CountStatus::kStopped;
  if (simplified.status != Simplified::Status::kOpen) return outcome;
  WideCount product = simplified.factor;
  for (const SimplePart& part : simplified.parts) {
    std::optional<CountOutcome> counted;
    if (!part.weights.empty()) counted = count_weighted(part, stop);
    if (!counted) {
      counted = part.weights.empty() ? count_part(part.problem) : count_part(expanded(part));
    }
    outcome.nodes += counted->nodes;
    product *= counted->count;
    if (counted->status != CountStatus::kComplete) {
      outcome.status = counted->status;
      if (&part == &simplified.parts.back()) outcome.count = product;
      return outcome;
    }
    // Whatever the others have.
    if (counted->count == WideCount()) return outcome;
  }
  outcome.count = product;
  return outcome;
}

CountOutcome count(const Problem& problem, const CountSettings& settings, const StopFlag& stop) {
  if (settings.engine != Engine::kAuto || problem.has_multiplicities()) {
    return count_as_it_is(problem, settings, stop);
  }
  return count_parts(simplify(problem, Merge::kCounted, stop), stop,
                     [&](const Problem& part) { return count_as_it_is(part, settings, stop); });
}

std::unique_ptr<SolutionWalk> walk(const Problem& problem, Engine engine, std::string_view isa,
                                   std::span<const std::uint32_t> prefix) {
  if (engine == Engine::kLinks || !search::can_search(problem)) {
    return walk_by_links(problem, prefix);
  }
  if (engine == Engine::kSearch) return search::walk_by_search(problem, isa, prefix);
  return walk_by_turns(problem, isa, prefix);
}

std::optional<bool> has_solution(const Problem& problem, Engine engine, std::string_view isa,
                                 const StopFlag& stop) {
  const auto looked = [&](const Problem& part) -> std::optional<bool> {
    const SolutionWalk::Step step = walk(part, engine, isa)->next(UINT64_MAX, stop);
    if (step == SolutionWalk::Step::kPaused) return std::nullopt;
    return step == SolutionWalk::Step::kSolution;
  };
  if (engine != Engine::kAuto || problem.has_multiplicities()) return looked(problem);
  const Simplified simplified = simplify(problem, Merge::kCounted, stop);
  if (simplified.status == Simplified::Status::kStopped) return std::nullopt;
  if (simplified.status == Simplified::Status::kNoSolution) return false;
  for (const SimplePart& part : simplified.parts) {
    const std::optional<bool> found = looked(part.problem);
    if (!found || !*found) return found;
  }
  return true;
}

Walks::Walks(const Problem& problem, Engine engine, std::string_view isa)
    : problem_(problem), isa_(isa) {
  if (engine != Engine::kLinks && search::can_search(problem)) {
    matrices_ = std::make_shared<const search::Matrices>(problem);
  }
}

std::unique_ptr<SolutionWalk> Walks::walk(std::span<const std::uint32_t> prefix) const {
  if (!matrices_) return walk_by_links(problem_, prefix);
  return search::walk_by_search(matrices_, isa_, prefix);
}

}  // namespace puzzled::cover
