#include "core/cover/search/presolve.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace puzzled::cover::search {
namespace {

// A first plain search of so many nodes takes a millisecond.
constexpr std::uint64_t kTrialNodes = 20'000;

// A round is worth its time where a fiftieth of the options or more goes. Few enough are looked at
// all; of more, so many at even distances are looked at first.
constexpr std::size_t kWorthwhileShare = 50;
constexpr std::size_t kSampled = 400;

constexpr unsigned kProbes = 100;

/// Counts by plain search; nothing if kTrialNodes are not enough, or if stopped.
std::optional<CountOutcome> try_plain_search(const Matrices& matrices, std::string_view isa,
                                             const StopFlag& stop) {
  Search search(matrices, isa);
  const Choice choice = search.choose(0);
  if (choice.is_dead()) return CountOutcome{};
  if (choice.is_solved()) return CountOutcome{.count = 1};
  search.begin_walk(0, choice, false);
  while (search.nodes() < kTrialNodes && !is_stopped(stop)) {
    const std::uint64_t left = kTrialNodes - search.nodes();
    if (search.walk(std::min(left, search.nodes_per_look())) == Step::kEnd) {
      return CountOutcome{.count = search.found(), .nodes = search.nodes()};
    }
  }
  return std::nullopt;
}

/// The options that leave every item one.
std::vector<std::uint32_t> possible_options(const Problem& problem, const Matrices& matrices,
                                            std::string_view isa) {
  Search search(matrices, isa);
  const std::size_t count = problem.options();
  const auto is_possible = [&](std::size_t option) {
    return !problem.is_idle(option) &&
           !search.apply(0, static_cast<std::uint32_t>(option)).is_dead();
  };
  std::vector<std::uint32_t> options(count);
  std::iota(options.begin(), options.end(), 0U);
  if (count > 2 * kSampled) {
    std::size_t i = 0;
    while (i < kSampled && is_possible(i * count / kSampled)) ++i;
    if (i == kSampled) {
      std::erase_if(options, [&](std::uint32_t option) { return problem.is_idle(option); });
      return options;
    }
  }
  std::erase_if(options, std::not_fn(is_possible));
  return options;
}

Problem with_options(const Problem& problem, const std::vector<std::uint32_t>& options) {
  Problem rest(problem.primary_items(), problem.items() - problem.primary_items());
  for (const std::uint32_t option : options) {
    // They were right before.
    (void)rest.add_option(problem.option(option));
  }
  return rest;
}

/// Takes options away in rounds.
void reduce(Presolved& now, std::string_view isa) {
  const std::size_t before = now.problem.options();
  now.options.resize(before);
  std::iota(now.options.begin(), now.options.end(), 0U);
  for (std::size_t gone = before; gone * kWorthwhileShare > now.options.size();) {
    std::vector<std::uint32_t> left = possible_options(now.problem, *now.matrices, isa);
    gone = now.options.size() - left.size();
    if (gone == 0) return;
    now.problem = with_options(now.problem, left);
    now.matrices = std::make_shared<const Matrices>(now.problem);
    for (std::uint32_t& option : left) option = now.options[option];
    now.options = std::move(left);
  }
}

constexpr Count128 kMaxNodes = Count128{1} << 100;
constexpr Count128 kMaxMean = Count128{1} << 63;

}  // namespace

Presolved presolve(const Problem& problem, std::string_view isa, std::uint64_t seed,
                   const StopFlag& stop) {
  auto matrices = std::make_shared<const Matrices>(problem);
  if (auto outcome = try_plain_search(*matrices, isa, stop)) return {.outcome = outcome};
  Presolved now{.problem = problem, .matrices = std::move(matrices)};
  reduce(now, isa);
  Search search(*now.matrices, isa);
  const Choice choice = search.choose(0);
  if (choice.is_dead()) return {.outcome = CountOutcome{}};
  now.expected_nodes = RandomProbe(seed).mean_nodes(search, 0, choice, kProbes);
  return now;
}

Count128 RandomProbe::nodes(Search& search, std::uint32_t level, Choice choice) {
  Count128 width = 1;
  Count128 total = 1;
  for (; !choice.is_dead() && !choice.is_solved(); ++level) {
    width = std::min(width * choice.options, kMaxNodes);
    total = std::min(total + width, kMaxNodes);
    std::uint64_t skipped = random_.below(choice.options);
    Branches branches = search.branches(level, choice);
    std::uint32_t option = branches.next(search.live(level));
    while (skipped-- > 0) option = branches.next(search.live(level));
    choice = search.apply(level, option);
  }
  return total;
}

std::uint64_t RandomProbe::mean_nodes(Search& search, std::uint32_t level, Choice choice,
                                      unsigned probes) {
  Count128 sum = 0;
  for (unsigned i = 0; i < probes; ++i) sum += nodes(search, level, choice);
  return static_cast<std::uint64_t>(std::min(sum / probes, kMaxMean));
}

}  // namespace puzzled::cover::search
