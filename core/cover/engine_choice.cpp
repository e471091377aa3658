// Hands what engines.hpp and units.hpp declare to the engines. (Not in engines.cpp, for the engines
// include engines.hpp.)
#include "core/cover/engines.hpp"

#include <algorithm>
#include <string>

#include "core/cover/auto_engine.hpp"
#include "core/cover/frontier.hpp"
#include "core/cover/links/links.hpp"
#include "core/cover/search/engine.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/simplified.hpp"
#include "core/cover/units.hpp"

namespace puzzled::cover {
namespace {

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
  if (lacks_options(problem)) return {};  // else it might give up before it comes to that item
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
  if ((engine == Engine::kSearch || engine == Engine::kCache) &&
      !search::matrix_size(problem).fits) {
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
  const auto [matrices, fits] = search::matrix_size(problem);
  if (!fits) return std::max(needed, by_links);
  // The matrices of the problem and of the presolved one, and the levels of each search.
  return std::max(needed, 2 * matrices + counters * (matrices / 4) + 40 * problem.elements());
}

CountOutcome count(const Problem& problem, const CountSettings& settings, const StopFlag& stop) {
  if (settings.engine != Engine::kAuto || problem.has_multiplicities()) {
    return count_part(problem, settings, stop);
  }
  return count_parts(simplify(problem, Merge::kCounted, stop), stop,
                     [&](const Problem& part) { return count_part(part, settings, stop); });
}

CountOutcome count_part(const Problem& problem, const CountSettings& settings,
                        const StopFlag& stop) {
  switch (settings.engine) {
    case Engine::kAuto:
      break;
    case Engine::kLinks:
      return count_by_links(problem, stop);
    case Engine::kFrontier:
      return count_by_frontier(problem, settings.memory, stop);
    case Engine::kSearch:
    case Engine::kCache:
      return search::count_by_search(problem, settings, stop);
  }
  return count_by_auto(problem, settings, stop);
}

std::shared_ptr<const CountPlan> plan_count(const Problem& problem, const CountSettings& settings,
                                            std::size_t units, const StopFlag& stop) {
  if (settings.engine == Engine::kLinks || !search::matrix_size(problem).fits) {
    return plan_by_links(problem, units, stop);
  }
  return search::plan_by_search(problem, settings, units, stop);
}

std::unique_ptr<SolutionWalk> walk(const Problem& problem, Engine engine, std::string_view isa) {
  if (engine == Engine::kLinks) return walk_by_links(problem);
  const search::MatrixSize size = search::matrix_size(problem);
  if (!size.fits) return walk_by_links(problem);
  if (engine == Engine::kAuto) return walk_by_auto(problem, size, isa);
  return search::walk_by_search(std::make_shared<const search::Matrices>(problem), isa);
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
  if (engine != Engine::kLinks && search::matrix_size(problem).fits) {
    matrices_ = std::make_shared<const search::Matrices>(problem);
  }
}

std::unique_ptr<SolutionWalk> Walks::walk(std::span<const std::uint32_t> prefix) const {
  if (!matrices_) return walk_by_links(problem_, prefix);
  return search::walk_by_search(matrices_, isa_, prefix);
}

}  // namespace puzzled::cover
