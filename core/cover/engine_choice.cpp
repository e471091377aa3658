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

namespace puzzled::cover {
namespace {

constexpr std::size_t kLargeMatrices = std::size_t{1} << 20;

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

CountOutcome count(const Problem& problem, const CountSettings& settings, const StopFlag& stop) {
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

std::unique_ptr<SolutionWalk> walk(const Problem& problem, Engine engine, std::string_view isa,
                                   std::span<const std::uint32_t> prefix) {
  if (engine == Engine::kLinks || !search::can_search(problem)) {
    return walk_by_links(problem, prefix);
  }
  if (engine == Engine::kSearch) return search::walk_by_search(problem, isa, prefix);
  return walk_by_turns(problem, isa, prefix);
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
