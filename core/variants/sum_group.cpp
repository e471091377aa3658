#include "core/variants/sum_group.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace puzzled::variants {
namespace {

// Sums of more cells gain by more orders.
constexpr std::size_t kShortSum = 6;
constexpr std::size_t kMediumSum = 12;

using Groups = std::vector<CellList>;

bool differ_from(Cell cell, std::span<const Cell> group, const Peers& peers) {
  return std::ranges::all_of(group, [&](Cell other) { return peers.differ(cell, other); });
}

CellList group_from(Cell first, std::span<const Cell> cells, const Peers& peers) {
  CellList group;
  group.push_back(first);
  for (const Cell cell : cells) {
    if (cell != first && differ_from(cell, group, peers)) group.push_back(cell);
  }
  return group;
}

/// The largest group first; `are_quick`: the first that has two cells.
Groups groups_in_order(CellList left, const Peers& peers, bool are_quick) {
  Groups groups;
  while (!left.empty()) {
    CellList largest;
    for (const Cell cell : left) {
      CellList group = group_from(cell, left, peers);
      if (group.size() > largest.size()) largest = std::move(group);
      if (are_quick && largest.size() > 1) break;
    }
    const auto is_taken = [&](Cell cell) { return std::ranges::count(largest, cell) > 0; };
    const Cell* const left_end = std::remove_if(left.begin(), left.end(), is_taken);
    left.shrink(static_cast<std::size_t>(left_end - left.begin()));
    groups.push_back(std::move(largest));
  }
  return groups;
}

std::size_t squares(const Groups& groups) {
  std::size_t sum = 0;
  for (const CellList& group : groups) sum += group.size() * group.size();
  return sum;
}

}  // namespace

std::vector<CellList> differing_groups(std::span<const Cell> cells, const Peers& peers) {
  CellList order(cells);
  if (peers.all_differ(order)) return {std::move(order)};
  Groups best = groups_in_order(order, peers, false);
  const int orders = cells.size() > kMediumSum ? 40 : cells.size() > kShortSum ? 12 : 3;
  std::minstd_rand random;
  for (int i = 1; i < orders; ++i) {
    for (std::size_t k = order.size() - 1; k > 0; --k)
      std::swap(order[k], order[random() % (k + 1)]);
    Groups groups = groups_in_order(order, peers, i > 1);
    if (squares(groups) > squares(best)) best = std::move(groups);
  }
  return best;
}

SumGroup::SumGroup(std::span<const Cell> cells, int values, const HouseIndex& houses,
                   const Peers& peers, PropagatorStore& store)
    : cells_(cells),
      table_(&CombinationTable::of(values, static_cast<int>(cells_.size()))),
      peers_(&peers),
      all_(all_values(values)) {
  if (cells_.size() < 2) return;
  rests_ = houses.rests(cells_, store);
  around_words_.fill(~std::uint64_t{0});
  for (const Cell cell : cells_) keep_common(around_words_, cell);
  Cell around[kWords * 64];
  std::size_t count = 0;
  for (std::size_t w = 0; w < kWords; ++w) {
    for (std::uint64_t left = around_words_[w]; left != 0; left &= left - 1) {
      around[count++] =
          static_cast<Cell>(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
  around_ = store.copy(std::span<const Cell>(around, count));
}

SumGroup::Look SumGroup::look(const State& state, Combinations among) const {
  Look look{.possible = among, .values = 0};
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    look.possible &= table_->meeting(values);
    look.values |= values;
  }
  look.possible &= table_->within(look.values);
  const std::size_t rest_size = static_cast<std::size_t>(std::bit_width(all_)) - cells_.size();
  for (std::size_t begin = 0; begin < rests_.size(); begin += rest_size) {
    ValueSet elsewhere = 0;
    for (std::size_t i = begin; i < begin + rest_size; ++i) elsewhere |= state[rests_[i]];
    for (ValueSet needed = all_ & ~elsewhere; needed != 0; needed &= needed - 1) {
      look.possible &= table_->with(value_of(needed));
    }
  }
  return look;
}

bool SumGroup::leave(State& state, Combinations left, ValueSet values) const {
  ValueSet possible = 0;
  ValueSet certain = 0;
  if ((left & (left - 1)) == 0) {
    possible = certain = table_->values(lowest_bit(left));
  } else {
    for (ValueSet rest = values; rest != 0; rest &= rest - 1) {
      const Combinations with = left & table_->with(value_of(rest));
      const ValueSet value = rest & (~rest + 1);
      possible |= with != 0 ? value : 0;
      certain |= with == left ? value : 0;
    }
  }
  if (possible != values && !state.remove(cells_, ~possible)) return false;
  return certain == 0 || place(state, certain);
}

/// Values that the cells hold: a value with one place goes there, and no cell that sees all places
/// of one has it.
bool SumGroup::place(State& state, ValueSet certain) const {
  ValueSet once = 0;
  ValueSet twice = 0;
  ValueSet fixed = 0;
  ValueSet everywhere = certain;
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    twice |= once & values;
    once |= values;
    fixed |= is_single(values) ? values : 0;
    everywhere &= values;
  }
  if ((certain & ~once) != 0) return false;
  const ValueSet open = certain & ~fixed;
  if (open == 0) return true;
  if (!state.remove(around_, open)) return false;
  const ValueSet hidden = open & ~twice;
  for (std::size_t i = 0; hidden != 0 && i < cells_.size(); ++i) {
    const ValueSet here = state[cells_[i]] & hidden;
    // Two values that have but this cell leave it none.
    if (here != 0 && !(is_single(here) && state.keep(cells_[i], here))) return false;
  }
  for (ValueSet rest = open & twice & ~everywhere; rest != 0; rest &= rest - 1) {
    if (!remove_around_places(state, rest & (~rest + 1))) return false;
  }
  return true;
}

bool SumGroup::remove_around_places(State& state, ValueSet value) const {
  CellWords common;
  for (std::size_t w = 0; w < kWords; ++w) common[w] = ~around_words_[w];
  bool has_place = false;
  for (const Cell cell : cells_) {
    if ((state[cell] & value) == 0) continue;
    has_place = true;
    keep_common(common, cell);
  }
  if (!has_place) return false;
  for (std::size_t w = 0; w < kWords; ++w) {
    for (std::uint64_t left = common[w]; left != 0; left &= left - 1) {
      const auto cell =
          static_cast<Cell>(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      if ((state[cell] & value) != 0 && !state.keep(cell, ~value)) return false;
    }
  }
  return true;
}

void SumGroup::keep_common(CellWords& words, Cell cell) const {
  const std::span<const std::uint64_t> peers = peers_->of(cell);
  for (std::size_t w = 0; w < kWords; ++w) words[w] &= w < peers.size() ? peers[w] : 0;
}

}  // namespace puzzled::variants
