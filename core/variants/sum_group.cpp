#include "core/variants/sum_group.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace puzzled::variants {
namespace {

// Sums of more cells gain by more orders.
constexpr std::size_t kShortSum = 6;
constexpr std::size_t kMediumSum = 12;

using Groups = std::vector<std::vector<Cell>>;

bool differ_from(Cell cell, const std::vector<Cell>& group, const Peers& peers) {
  return std::ranges::all_of(group, [&](Cell other) { return peers.differ(cell, other); });
}

std::vector<Cell> group_from(Cell first, const std::vector<Cell>& cells, const Peers& peers) {
  std::vector<Cell> group{first};
  for (const Cell cell : cells) {
    if (cell != first && differ_from(cell, group, peers)) group.push_back(cell);
  }
  return group;
}

/// The largest group first; `are_quick`: the first that has two cells.
Groups groups_in_order(std::vector<Cell> left, const Peers& peers, bool are_quick) {
  Groups groups;
  while (!left.empty()) {
    std::vector<Cell> largest;
    for (const Cell cell : left) {
      std::vector<Cell> group = group_from(cell, left, peers);
      if (group.size() > largest.size()) largest = std::move(group);
      if (are_quick && largest.size() > 1) break;
    }
    std::erase_if(left, [&](Cell cell) { return std::ranges::count(largest, cell) > 0; });
    groups.push_back(std::move(largest));
  }
  return groups;
}

std::size_t squares(const Groups& groups) {
  std::size_t sum = 0;
  for (const std::vector<Cell>& group : groups) sum += group.size() * group.size();
  return sum;
}

}  // namespace

std::vector<std::vector<Cell>> differing_groups(std::span<const Cell> cells, const Peers& peers) {
  std::vector<Cell> order(cells.begin(), cells.end());
  if (group_from(order.front(), order, peers).size() == order.size()) return {order};
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

HouseIndex::HouseIndex(std::span<const House> houses, std::size_t cells)
    : houses_(houses.first(std::min(houses.size(), kMaxHouses))), of_cells_(cells) {
  for (std::size_t i = 0; i < houses_.size(); ++i) {
    for (const Cell cell : houses_[i].cells) of_cells_[cell].set(i);
  }
}

std::vector<Cell> HouseIndex::rests(std::span<const Cell> cells) const {
  std::bitset<kMaxHouses> around;
  around.set();
  for (const Cell cell : cells) around &= of_cells_[cell];
  std::vector<Cell> rests;
  for (std::size_t i = 0; i < houses_.size(); ++i) {
    if (!around[i]) continue;
    for (const Cell cell : houses_[i].cells) {
      if (std::ranges::count(cells, cell) == 0) rests.push_back(cell);
    }
  }
  return rests;
}

SumGroup::SumGroup(std::vector<Cell> cells, int values, const HouseIndex& houses,
                   const Peers& peers)
    : cells_(std::move(cells)),
      table_(&CombinationTable::of(values, static_cast<int>(cells_.size()))),
      peers_(&peers),
      all_(all_values(values)) {
  if (cells_.size() > 1) rests_ = houses.rests(cells_);
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
  for (ValueSet rest = values; rest != 0; rest &= rest - 1) {
    const Combinations with = left & table_->with(value_of(rest));
    const ValueSet value = rest & (~rest + 1);
    possible |= with != 0 ? value : 0;
    certain |= with == left ? value : 0;
  }
  if (possible != values && !state.remove(cells_, ~possible)) return false;
  return certain == 0 || place(state, certain);
}

/// Values that the cells hold: a value with one place goes there, and no cell that sees all places
/// of one has it.
bool SumGroup::place(State& state, ValueSet certain) const {
  ValueSet once = 0;
  ValueSet fixed = 0;
  for (const Cell cell : cells_) {
    const ValueSet values = state[cell];
    once |= values;
    fixed |= is_single(values) ? values : 0;
  }
  if ((certain & ~once) != 0) return false;
  for (ValueSet rest = certain & ~fixed; rest != 0; rest &= rest - 1) {
    const ValueSet value = rest & (~rest + 1);
    Cell places[kMaxSize];
    std::size_t count = 0;
    for (const Cell cell : cells_) {
      if ((state[cell] & value) != 0) places[count++] = cell;
    }
    if (count == 0) return false;
    if (count == 1) {
      if (!state.keep(places[0], value)) return false;
      continue;
    }
    const std::uint64_t* peers[kMaxSize];
    for (std::size_t i = 0; i < count; ++i) peers[i] = peers_->of(places[i]).data();
    for (std::size_t word = 0; word < peers_->words(); ++word) {
      std::uint64_t common = peers[0][word] & peers[1][word];
      for (std::size_t i = 2; i < count; ++i) common &= peers[i][word];
      for (; common != 0; common &= common - 1) {
        const auto cell =
            static_cast<Cell>(word * 64 + static_cast<std::size_t>(std::countr_zero(common)));
        if ((state[cell] & value) != 0 && !state.keep(cell, ~value)) return false;
      }
    }
  }
  return true;
}

}  // namespace puzzled::variants
