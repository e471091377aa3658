#include "core/variants/sum_propagators.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "core/variants/allowed_sets_propagator.hpp"
#include "core/variants/cage_propagator.hpp"
#include "core/variants/grouped_sum_propagator.hpp"
#include "core/variants/sum_propagator.hpp"

namespace puzzled::variants {
namespace {

constexpr std::size_t kLongSum = 5;

struct CellGroup {
  int coefficient = 0;
  std::vector<Cell> cells;
};

/// Cells of one coefficient each, that differ.
std::vector<CellGroup> groups_of(const Sum& sum, const Peers& peers) {
  if (std::ranges::adjacent_find(sum.coefficients, std::not_equal_to()) == sum.coefficients.end()) {
    std::vector<CellGroup> groups;
    for (std::vector<Cell>& group : differing_groups(sum.cells, peers)) {
      groups.push_back({sum.coefficients.front(), std::move(group)});
    }
    return groups;
  }
  std::map<int, std::vector<Cell>> by_coefficient;
  for (std::size_t i = 0; i < sum.cells.size(); ++i) {
    by_coefficient[sum.coefficients[i]].push_back(sum.cells[i]);
  }
  std::vector<CellGroup> groups;
  for (const auto& [coefficient, cells] : by_coefficient) {
    for (std::vector<Cell>& group : differing_groups(cells, peers)) {
      groups.push_back({coefficient, std::move(group)});
    }
  }
  return groups;
}

void add_sum(const Model& model, const HouseIndex& houses, const Sum& sum, const Peers& peers,
             SumPropagators& all) {
  std::vector<CellGroup> groups = groups_of(sum, peers);
  const bool is_cage = groups.size() == 1 && groups.front().coefficient == 1;
  const std::size_t size = sum.cells.size();
  if (is_cage && size >= CageAssignmentPropagator::kMinCells &&
      size <= CageAssignmentPropagator::kMaxCells) {
    all.thorough.push_back(
        std::make_shared<CageAssignmentPropagator>(sum.cells, model.size, sum.total));
  }
  if (model.size > CombinationTable::kMaxValues ||
      groups.size() > GroupedSumPropagator::kMaxParts) {
    all.others.push_back(std::make_shared<SumPropagator>(sum));
    return;
  }
  if (is_cage) {
    SumGroup group(sum.cells, model.size, houses, peers);
    const Combinations combinations = group.table().of_sum(sum.total);
    all.cages.push_back(std::make_shared<CagePropagator>(std::move(group), combinations));
    return;
  }
  std::vector<GroupedSumPropagator::Part> parts;
  parts.reserve(groups.size());
  for (CellGroup& group : groups) {
    parts.push_back(
        {SumGroup(std::move(group.cells), model.size, houses, peers), group.coefficient});
  }
  (size > kLongSum ? all.longest : all.others)
      .push_back(std::make_shared<GroupedSumPropagator>(std::move(parts), model.size, sum.total));
}

}  // namespace

SumPropagators sum_propagators(const Model& model, const Peers& peers) {
  SumPropagators all;
  const bool has_tables = model.size <= CombinationTable::kMaxValues;
  if (!model.allowed_sets.empty()) {
    const HouseIndex houses(model.houses, model.cells());
    for (const AllowedSets& sets : model.allowed_sets) {
      if (!has_tables) {
        all.cages.push_back(std::make_shared<AllowedSetsPropagator>(sets));
        continue;
      }
      SumGroup group(sets.cells, model.size, houses, peers);
      const Combinations combinations = group.table().of_sets(sets.sets);
      all.cages.push_back(std::make_shared<CagePropagator>(std::move(group), combinations));
    }
  }
  add_sum_propagators(model, model.sums, peers, all);
  return all;
}

void add_sum_propagators(const Model& model, std::span<const Sum> sums, const Peers& peers,
                         SumPropagators& all) {
  if (sums.empty()) return;
  const HouseIndex houses(model.houses, model.cells());
  for (const Sum& sum : sums) {
    if (sum.cells.size() > 2) add_sum(model, houses, sum, peers, all);
  }
  for (auto* const list : {&all.others, &all.longest}) {
    std::ranges::stable_sort(*list, {}, [](const auto& one) { return one->cells().size(); });
  }
}

}  // namespace puzzled::variants
