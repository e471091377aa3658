#include "core/variants/rules.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "core/variants/allowed_sets_propagator.hpp"
#include "core/variants/derived_sums.hpp"
#include "core/variants/house_propagators.hpp"
#include "core/variants/index_propagator.hpp"
#include "core/variants/relation_propagator.hpp"
#include "core/variants/required_values_propagator.hpp"
#include "core/variants/sandwich_propagator.hpp"
#include "core/variants/skyscraper_propagator.hpp"
#include "core/variants/span_propagator.hpp"
#include "core/variants/sum_propagators.hpp"
#include "core/variants/x_sum_propagator.hpp"

namespace puzzled::variants {
namespace {

using Propagators = std::vector<const Propagator*>;

/// A thread keeps those that it made last, since boards have the same few relations.
std::shared_ptr<const RelationTable> relation_table(const ValueTable& allowed, int size) {
  constexpr std::size_t kMaxKept = 200;  // of 2 to 6 KB
  thread_local std::map<std::pair<int, ValueTable>, std::shared_ptr<const RelationTable>> made;
  if (made.size() >= kMaxKept) made.clear();
  std::shared_ptr<const RelationTable>& table = made[{size, allowed}];
  if (!table) {
    table =
        std::make_shared<RelationTable>(std::span(allowed).first(static_cast<std::size_t>(size)));
  }
  return table;
}

/// Makes a propagator for each cell that has relations. Those of two cells that must differ say so,
/// too.
class RelationMaker {
 public:
  RelationMaker(const Model& model, const Peers& peers, RelationTables& kept)
      : model_(model), peers_(peers), kept_(kept) {}

  void make(PropagatorStore& store, Propagators& all, TimeLeft& time) {
    using Partner = RelationPropagator::Partner;
    const std::vector<Relation>& list = model_.relations.list();
    if (list.empty()) return;
    std::vector<std::vector<Partner>> partners(model_.cells());
    for (const Relation& relation : list) {
      if (time.is_up(kStepsOfRelation)) return;
      const Tables& tables = tables_of(relation);
      partners[relation.first].push_back({relation.second, tables.there});
      partners[relation.second].push_back({relation.first, tables.back});
    }
    for (std::size_t cell = 0; cell < partners.size(); ++cell) {
      if (partners[cell].empty()) continue;
      if (time.is_up(kStepsOfRelation * partners[cell].size())) return;
      std::ranges::sort(partners[cell], {}, &Partner::cell);
      all.push_back(store.add<RelationPropagator>(static_cast<Cell>(cell), partners[cell]));
    }
  }

 private:
  static constexpr std::uint64_t kStepsOfRelation = 100;

  struct Tables {
    const RelationTable* there = nullptr;
    const RelationTable* back = nullptr;
  };

  const RelationTable* keep(const ValueTable& table) {
    return kept_.emplace_back(relation_table(table, model_.size)).get();
  }

  const Tables& tables_of(const Relation& relation) {
    const bool must_differ = peers_.differ(relation.first, relation.second);
    Tables& tables = made_[{relation.table, must_differ}];
    if (tables.there != nullptr) return tables;
    ValueTable table = model_.relations.tables()[relation.table];
    for (std::size_t i = 0; must_differ && i < table.size(); ++i) table[i] &= ~(ValueSet{1} << i);
    tables = {keep(table), keep(inverse_of(table))};
    return tables;
  }

  const Model& model_;
  const Peers& peers_;
  RelationTables& kept_;
  std::map<std::pair<std::uint32_t, bool>, Tables> made_;
};

constexpr std::size_t kUsualPropagators = 160;  // of a killer
constexpr std::uint64_t kStepsOfSplitClue = 500'000;

/// How many of the cells differ from each other, at least: a group that grows by the first that
/// fit.
int count_distinct(std::span<const Cell> cells, const Peers& peers) {
  std::vector<Cell> group;
  for (const Cell cell : cells) {
    if (std::ranges::all_of(group, [&](Cell other) { return peers.differ(cell, other); })) {
      group.push_back(cell);
    }
  }
  return static_cast<int>(group.size());
}

/// Without the relations.
void add_propagators(const Model& model, const Peers& peers, const HousePropagators& houses,
                     const SumPropagators& sums, PropagatorStore& store, TimeLeft& time,
                     Propagators& all) {
  const auto append = [&all](const Propagators& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const RequiredValues& required : model.required_values) {
    all.push_back(store.add<RequiredValuesPropagator>(required));
  }
  for (const IndexCell& index : model.index_cells) {
    all.push_back(store.add<IndexPropagator>(index));
  }
  if (time.has_ended()) return;
  append(sums.cages);
  append(sums.others);
  append(houses.singles);
  for (const Span& span : model.spans) {
    if (time.is_up(kMaxSize * span.cells.size())) return;
    const auto inner = std::span(span.cells).subspan(1, span.cells.size() - 2);
    all.push_back(store.add<SpanPropagator>(span, model.size, count_distinct(inner, peers)));
  }
  for (const Skyscraper& clue : model.skyscrapers) {
    all.push_back(store.add<SkyscraperPropagator>(clue));
  }
  // What follows runs only where no house has anything to say.
  append(houses.crossings);
  append(sums.thorough);
  for (const AllowedSets& sets : model.allowed_sets) {
    if (sets.cells.size() >= SetAssignmentPropagator::kMinCells &&
        sets.cells.size() <= SetAssignmentPropagator::kMaxCells) {
      all.push_back(store.add<SetAssignmentPropagator>(sets));
    }
  }
  append(houses.subsets);
  append(sums.longest);
  for (const XSum& clue : model.x_sums) {
    if (time.is_up(kStepsOfSplitClue)) return;
    all.push_back(store.add<XSumPropagator>(clue));
  }
  for (const Sandwich& clue : model.sandwiches) {
    if (time.is_up(kStepsOfSplitClue)) return;
    all.push_back(store.add<SandwichPropagator>(clue));
  }
}

Model with_sums(Model model, std::span<const Sum> sums) {
  for (const Sum& sum : sums) {
    if (sum.cells.size() == 1) {
      const bool is_value = sum.total >= 1 && sum.total <= model.size;
      model.allowed[sum.cells[0]] &= is_value ? set_of(sum.total) : 0;
    } else if (sum.cells.size() == 2) {
      model.relations.add(sum.cells[0], sum.cells[1],
                          model.relations.way(table_of_pair(sum, model.size)), model.cells());
    } else {
      model.sums.push_back(sum);
    }
  }
  return model;
}

/// Each house once, rising.
Model with_sorted_houses(Model model) {
  for (House& house : model.houses) std::ranges::sort(house.cells);
  std::vector<House> houses;
  houses.reserve(model.houses.size());
  for (House& house : model.houses) {
    const auto is_same = [&](const House& other) {
      return other.cells.front() == house.cells.front() && other == house;
    };
    if (std::ranges::none_of(houses, is_same)) {
      houses.push_back(std::move(house));
    }
  }
  model.houses = std::move(houses);
  return model;
}

}  // namespace

Rules::Differing::Differing(const Model& model, const Peers& by_houses, TimeLeft& time)
    : peers(by_houses) {
  groups.reserve(model.houses.size() + model.distinct_groups.size());
  for (const House& house : model.houses) groups.emplace_back(house.cells);
  for (const DistinctGroup& group : model.distinct_groups) {
    if (time.is_up(group.cells.size() * group.cells.size())) return;
    if (peers.all_differ(group.cells)) continue;
    groups.emplace_back(group.cells);
    peers.add(group.cells);
  }
  begin.reserve(model.cells() + 1);
  std::size_t count = 0;
  for (std::size_t cell = 0; cell < model.cells(); ++cell) {
    begin.push_back(static_cast<std::uint32_t>(count));
    if (lists.size() < count + model.cells()) lists.resize(2 * count + 4096);
    Cell* next = lists.data() + count;
    std::size_t first = 0;
    for (std::uint64_t word : peers.of(static_cast<Cell>(cell))) {
      for (; word != 0; word &= word - 1) {
        *next++ = static_cast<Cell>(first + static_cast<std::size_t>(std::countr_zero(word)));
      }
      first += 64;
    }
    count = static_cast<std::size_t>(next - lists.data());
  }
  begin.push_back(static_cast<std::uint32_t>(count));
}

Rules::Rules(Model model, WrapPropagator wrap, TimeLeft& time)
    : model_(with_sorted_houses(std::move(model))),
      wrap_(std::move(wrap)),
      houses_(house_propagators(model_.houses, model_.cells())),
      differing_(std::make_shared<const Differing>(model_, houses_->peers, time)),
      sums_(sum_propagators(model_, surroundings(), time)) {
  make_propagators(time);
}

Rules::Rules(const Rules& base, std::span<const Sum> further_sums, TimeLeft& time)
    : model_(with_sums(base.model_, further_sums)),
      wrap_(base.wrap_),
      houses_(base.houses_),
      differing_(base.differing_),
      sums_(base.sums_) {
  add_sum_propagators(model_, further_sums, surroundings(), time, sums_);
  make_propagators(time);
}

std::unique_ptr<const Rules> Rules::with_derived_sums(std::size_t max_cells, TimeLeft& time) const {
  const std::vector<Sum> sums = derived_sums(model_, max_cells, time);
  // Each has two propagators at most.
  if (sums.empty() || propagators_.size() + 2 * sums.size() > kMaxPropagators) return nullptr;
  return std::unique_ptr<const Rules>(new Rules(*this, sums, time));
}

void Rules::make_propagators(TimeLeft& time) {
  propagators_.reserve(kUsualPropagators);
  RelationMaker(model_, differing_->peers, relation_tables_).make(store_, propagators_, time);
  add_propagators(model_, differing_->peers, *houses_, sums_, store_, time, propagators_);
  if (wrap_) {
    for (const Propagator*& propagator : propagators_) {
      propagator = wrapped_.emplace_back(wrap_(*propagator)).get();
    }
  }
  find_watchers();
  count_rules();
}

void Rules::count_rules() {
  rules_of_.resize(model_.cells());
  for (const Propagator* const propagator : propagators_) {
    if (!propagator->checks_full_boards()) continue;
    are_houses_alone_ = false;
    const std::span<const Cell> cells = propagator->cells();
    // Those of one cell are its relations, which are counted below.
    if (cells.size() == 1) continue;
    for (const Cell cell : cells) ++rules_of_[cell];
  }
  for (const Relation& relation : model_.relations.list()) {
    rules_of_[relation.first] += static_cast<int>(relation.rules);
    rules_of_[relation.second] += static_cast<int>(relation.rules);
  }
}

void Rules::find_watchers() {
  const std::size_t words = (propagators_.size() + 63) / 64;
  full_board_checks_.resize(words);
  run_steps_.reserve(propagators_.size());
  std::vector<std::uint64_t> bits(model_.cells() * words);  // of all cells
  for (std::size_t i = 0; i < propagators_.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (propagators_[i]->checks_full_boards()) full_board_checks_[i / 64] |= bit;
    for (const Cell cell : propagators_[i]->cells()) bits[cell * words + i / 64] |= bit;
    run_steps_.push_back(propagators_[i]->steps());
  }
  watchers_.begin.reserve(model_.cells() + 1);
  watchers_.bits.reserve(bits.size());
  for (std::size_t first = 0; first < bits.size(); first += words) {
    watchers_.begin.push_back(static_cast<std::uint32_t>(watchers_.bits.size()));
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t here = bits[first + word];
      if (here != 0) watchers_.bits.push_back({static_cast<std::uint32_t>(word), here});
    }
  }
  watchers_.begin.push_back(static_cast<std::uint32_t>(watchers_.bits.size()));
}

std::pair<Cell, Cell> Rules::find_conflict(std::span<const ValueSet> candidates) const {
  for (std::size_t cell = 0; cell < model_.cells(); ++cell) {
    if (!is_single(candidates[cell])) continue;
    for (const Cell peer : peers(static_cast<Cell>(cell))) {
      if (peer > cell && candidates[peer] == candidates[cell]) {
        return {static_cast<Cell>(cell), peer};
      }
    }
  }
  return {};
}

}  // namespace puzzled::variants
