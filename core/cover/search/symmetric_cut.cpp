#include "core/cover/search/symmetric_cut.hpp"

#include <algorithm>
#include <utility>

#include "core/cover/symmetry/orbits.hpp"
#include "core/cover/symmetry/structure.hpp"

namespace puzzled::cover::search {
namespace {

// What it costs to look at an edge, in nodes of the search; and how often each edge is looked at
// until a structure is refined.
constexpr double kNodesPerEdge = 0.04;
constexpr double kRounds = 15;
// Symmetry is looked for where ten times its price may be saved; leaves may cost a fifth of it.
constexpr double kMinGain = 10;
constexpr double kShareOfLeaves = 0.2;
constexpr double kMaxLeaves = 100;

std::vector<std::uint32_t> live_options(const Search& search, std::uint32_t level) {
  std::vector<std::uint32_t> options;
  options.reserve(search.live_count(level));
  for (std::uint32_t option = 0; option < search.matrices().options; ++option) {
    if (search.is_live(level, option)) options.push_back(option);
  }
  return options;
}

/// The item with the fewest orbits of options (then the fewest options), one option for each.
std::vector<Branch> fewest_orbits(const Problem& problem, const Matrices& matrices,
                                  const std::vector<std::uint32_t>& options,
                                  symmetry::Orbits& orbits) {
  std::vector<std::vector<Branch>> branches(matrices.items);
  std::vector<std::vector<std::uint32_t>> orbits_of(matrices.items);
  for (std::uint32_t i = 0; i < options.size(); ++i) {
    const std::uint32_t orbit = orbits.find(i);
    for (const Element& element : problem.option(options[i])) {
      if (element.item >= matrices.items) continue;
      std::vector<std::uint32_t>& seen = orbits_of[element.item];
      const auto place = std::find(seen.begin(), seen.end(), orbit);
      if (place == seen.end()) {
        seen.push_back(orbit);
        branches[element.item].push_back({options[i], 1});
      } else {
        ++branches[element.item][static_cast<std::size_t>(place - seen.begin())].weight;
      }
    }
  }
  std::size_t best = 0;
  std::pair<std::size_t, std::size_t> least{SIZE_MAX, SIZE_MAX};
  for (std::size_t item = 0; item < branches.size(); ++item) {
    if (branches[item].empty()) continue;
    std::size_t total = 0;
    for (const Branch& branch : branches[item]) total += branch.weight;
    const std::pair<std::size_t, std::size_t> cost{branches[item].size(), total};
    if (cost < least) {
      least = cost;
      best = item;
    }
  }
  return std::move(branches[best]);
}

std::uint64_t nodes_for(std::uint64_t edges) {
  return static_cast<std::uint64_t>(kNodesPerEdge * static_cast<double>(edges));
}

bool may_pay(const symmetry::Structure& structure, std::uint64_t expected_nodes) {
  const auto edges = static_cast<double>(structure.neighbours.size() + structure.vertices);
  return static_cast<double>(expected_nodes) >= kMinGain * kRounds * kNodesPerEdge * edges;
}

}  // namespace

Cut cut_by_symmetry(const Problem& problem, const Search& search, std::uint32_t level,
                    std::uint64_t expected_nodes) {
  const std::vector<std::uint32_t> options = live_options(search, level);
  const symmetry::Structure structure(problem, options);
  Cut cut;
  cut.cost = nodes_for(structure.neighbours.size());
  if (!may_pay(structure, expected_nodes)) return cut;
  const symmetry::Refinement refinement(structure);
  cut.cost += nodes_for(refinement.work());
  if (refinement.is_discrete()) return cut;
  cut.form = form_of(structure, refinement);
  // A leaf of the orbits costs what the form did.
  const std::uint64_t price = nodes_for(cut.form.work) + 1;
  cut.cost += price;
  const double leaves = std::min(kMaxLeaves, kShareOfLeaves * static_cast<double>(expected_nodes) /
                                                 static_cast<double>(price));
  symmetry::Orbits orbits(structure, refinement, static_cast<int>(leaves));
  cut.cost += nodes_for(orbits.work());
  if (orbits.any()) cut.branches = fewest_orbits(problem, search.matrices(), options, orbits);
  return cut;
}

symmetry::Form form_at(const Problem& problem, const Search& search, std::uint32_t level,
                       std::uint64_t expected_nodes) {
  const symmetry::Structure structure(problem, live_options(search, level));
  if (!may_pay(structure, expected_nodes)) return {};
  const symmetry::Refinement refinement(structure);
  return form_of(structure, refinement);
}

}  // namespace puzzled::cover::search
