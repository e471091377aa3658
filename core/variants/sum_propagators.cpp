#include "core/variants/sum_propagators.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

#include "core/variants/allowed_sets_propagator.hpp"
#include "core/variants/cage_propagator.hpp"
#include "core/variants/grouped_sum_propagator.hpp"
#include "core/variants/sum_propagator.hpp"

namespace puzzled::variants {
namespace {

constexpr std::size_t kLongSum = 5;

constexpr std::uint64_t kStepsOfCage = 500;
/// Sums of many cells are cut into groups in many orders: 81 cells take 2 ms.
std::uint64_t steps_of(const Sum& sum) {
  return kStepsOfCage + 4 * sum.cells.size() * sum.cells.size() * sum.cells.size();
}

struct CellGroup {
  int coefficient = 0;
  CellList cells;
};

/// Cells of one coefficient each, that differ; by rising coefficients.
std::vector<CellGroup> groups_of(const Sum& sum, const Peers& peers) {
  ShortList<int, 12> coefficients = sum.coefficients;
  std::ranges::sort(coefficients);
  const int* const distinct_end = std::unique(coefficients.begin(), coefficients.end());
  coefficients.shrink(static_cast<std::size_t>(distinct_end - coefficients.begin()));
  std::vector<CellGroup> groups;
  for (const int coefficient : coefficients) {
    CellList cells;
    for (std::size_t i = 0; i < sum.cells.size(); ++i) {
      if (sum.coefficients[i] == coefficient) cells.push_back(sum.cells[i]);
    }
    for (CellList& group : differing_groups(cells, peers)) {
      groups.push_back({coefficient, std::move(group)});
    }
  }
  return groups;
}

/// Cells that differ and are all added.
bool is_cage(const Sum& sum, const Peers& peers) {
  return std::ranges::all_of(sum.coefficients, [](int c) { return c == 1; }) &&
         peers.all_differ(sum.cells);
}

/// A propagator of groups of cells that differ; null if there are too many of them.
const Propagator* grouped_sum(const Model& model, const Sum& sum, const SumSurroundings& around) {
  const std::vector<CellGroup> groups = groups_of(sum, around.peers);
  if (groups.size() > GroupedSumPropagator::kMaxParts) return nullptr;
  const std::span<Cell> cells = around.store.list<Cell>(sum.cells.size());
  const auto parts = around.store.list<GroupedSumPropagator::Part>(groups.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::span<Cell> of_group = cells.subspan(begin, groups[i].cells.size());
    std::ranges::copy(groups[i].cells, of_group.begin());
    begin += of_group.size();
    new (&parts[i]) GroupedSumPropagator::Part{
        SumGroup(of_group, model.size, around.houses, around.peers, around.store),
        groups[i].coefficient};
  }
  return around.store.add<GroupedSumPropagator>(parts, cells, model.size, sum.total);
}

void add_sum(const Model& model, const Sum& sum, const SumSurroundings& around,
             SumPropagators& all) {
  const std::size_t size = sum.cells.size();
  if (!is_cage(sum, around.peers)) {
    const bool has_tables = model.size <= CombinationTable::kMaxValues;
    const Propagator* const grouped = has_tables ? grouped_sum(model, sum, around) : nullptr;
    if (grouped == nullptr) {
      all.others.push_back(around.store.add<SumPropagator>(sum));
    } else {
      (size > kLongSum ? all.longest : all.others).push_back(grouped);
    }
    return;
  }
  const std::span<const Cell> cells = around.store.copy(std::span<const Cell>(sum.cells));
  if (size >= CageAssignmentPropagator::kMinCells && size <= CageAssignmentPropagator::kMaxCells) {
    all.thorough.push_back(
        around.store.add<CageAssignmentPropagator>(cells, model.size, sum.total));
  }
  if (model.size > CombinationTable::kMaxValues) {
    all.others.push_back(around.store.add<SumPropagator>(sum));
    return;
  }
  const SumGroup group(cells, model.size, around.houses, around.peers, around.store);
  all.cages.push_back(around.store.add<CagePropagator>(group, group.table().of_sum(sum.total)));
}

}  // namespace

SumPropagators sum_propagators(const Model& model, const SumSurroundings& around, TimeLeft& time) {
  SumPropagators all;
  for (const AllowedSets& sets : model.allowed_sets) {
    if (time.is_up(kStepsOfCage)) return all;
    if (model.size > CombinationTable::kMaxValues) {
      all.cages.push_back(around.store.add<AllowedSetsPropagator>(sets));
      continue;
    }
    const std::span<const Cell> cells = around.store.copy(std::span<const Cell>(sets.cells));
    const SumGroup group(cells, model.size, around.houses, around.peers, around.store);
    all.cages.push_back(around.store.add<CagePropagator>(group, group.table().of_sets(sets.sets)));
  }
  add_sum_propagators(model, model.sums, around, time, all);
  return all;
}

void add_sum_propagators(const Model& model, std::span<const Sum> sums,
                         const SumSurroundings& around, TimeLeft& time, SumPropagators& all) {
  for (const Sum& sum : sums) {
    if (time.is_up(steps_of(sum))) return;
    if (sum.cells.size() > 2) add_sum(model, sum, around, all);
  }
  for (auto* const list : {&all.others, &all.longest}) {
    std::ranges::stable_sort(*list, {}, [](const auto* one) { return one->cells().size(); });
  }
}

}  // namespace puzzled::variants
