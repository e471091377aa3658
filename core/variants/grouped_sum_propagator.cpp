#include "core/variants/grouped_sum_propagator.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>

namespace puzzled::variants {
namespace {

/// Bit s: a sum of s can be reached.
using Reach = Combinations;
constexpr int kReachBits = 128;

// Sums that the bounds leave as they are are looked at exactly only with so few open groups.
constexpr std::size_t kMaxOpenParts = 3;

/// a / b and rounded down or up. REQUIRES: b > 0.
constexpr int divide_down(int a, int b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}
constexpr int divide_up(int a, int b) {
  return -divide_down(-a, b);
}

}  // namespace

struct GroupedSumPropagator::Looks {
  SumGroup::Look look[kMaxParts];
  Interval interval[kMaxParts];  // of coefficient times sum
  int least = 0;                 // of the whole sum
  int most = 0;
  std::size_t open = 0;  // parts whose sum is not certain
};

GroupedSumPropagator::GroupedSumPropagator(std::vector<Part> parts, int values, int total)
    : parts_(std::move(parts)), values_(values), total_(total) {
  int span = total;
  bool are_units = true;
  for (const Part& part : parts_) {
    const auto count = static_cast<int>(part.group.cells().size());
    cells_.insert(cells_.end(), part.group.cells().begin(), part.group.cells().end());
    are_units &= part.coefficient == 1 || part.coefficient == -1;
    // A part that is taken off counts as one that adds what it lacks of this.
    if (part.coefficient < 0) span += count * (values + 1);
  }
  is_reachable_ = are_units && span >= 0 && span < kReachBits;
}

GroupedSumPropagator::Interval GroupedSumPropagator::bounds(const Part& part,
                                                            const SumGroup::Look& look) const {
  int least = value_of(look.values);
  int most = static_cast<int>(std::bit_width(look.values));
  if (part.group.cells().size() > 1) {
    least = part.group.table().least_sum(look.possible);
    most = part.group.table().greatest_sum(look.possible);
  }
  least *= part.coefficient;
  most *= part.coefficient;
  return least <= most ? Interval{least, most} : Interval{most, least};
}

bool GroupedSumPropagator::propagate(State& state) const {
  Looks looks;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const SumGroup& group = parts_[i].group;
    SumGroup::Look& look = looks.look[i];
    if (group.cells().size() == 1) {
      look.values = state[group.cells().front()];
    } else {
      look = group.look(state, group.table().all());
      if (look.possible == 0) return false;
    }
    const Interval interval = bounds(parts_[i], look);
    looks.interval[i] = interval;
    looks.least += interval.least;
    looks.most += interval.most;
    looks.open += interval.least != interval.most;
  }
  if (looks.least > total_ || looks.most < total_) return false;
  const int room = std::min(total_ - looks.least, looks.most - total_);
  const bool is_cut = std::any_of(looks.interval, looks.interval + parts_.size(),
                                  [&](Interval i) { return i.most - i.least > room; });
  if (!is_cut && looks.open > kMaxOpenParts) return true;
  return is_reachable_ ? leave_reachable(state, looks) : leave_within_bounds(state, looks);
}

/// Each part keeps the sums that the bounds of the others leave room for.
bool GroupedSumPropagator::leave_within_bounds(State& state, const Looks& looks) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const SumGroup& group = parts_[i].group;
    const SumGroup::Look& look = looks.look[i];
    const Interval interval = looks.interval[i];
    const int least = std::max(interval.least, total_ - (looks.most - interval.most));
    const int most = std::min(interval.most, total_ - (looks.least - interval.least));
    if (least > most) return false;
    const int coefficient = parts_[i].coefficient;
    const int size = coefficient < 0 ? -coefficient : coefficient;
    const int first = coefficient > 0 ? divide_up(least, size) : divide_up(-most, size);
    const int last = coefficient > 0 ? divide_down(most, size) : divide_down(-least, size);
    if (first > last) return false;
    if (group.cells().size() == 1) {
      ValueSet values = 0;
      for (int value = std::max(first, 1); value <= std::min(last, values_); ++value) {
        values |= set_of(value);
      }
      if (!state.keep(group.cells().front(), values)) return false;
      continue;
    }
    const Combinations left = look.possible & group.table().of_sums(first, last);
    if (left == look.possible) continue;
    if (left == 0 || !group.leave(state, left, look.values)) return false;
  }
  return true;
}

/// Each part keeps the sums with which the others can reach the total. The sum of a part with
/// coefficient -1 is mirrored, such that it adds.
bool GroupedSumPropagator::leave_reachable(State& state, const Looks& looks) const {
  std::uint64_t sums[kMaxParts];
  Reach before[kMaxParts + 1];
  before[0] = 1;
  int total = total_;
  const int room_below = looks.most - total_;  // that a part may lie below its greatest sum
  const int room_above = total_ - looks.least;
  const auto mirror_of = [&](const Part& part) {
    return static_cast<int>(part.group.cells().size()) * (values_ + 1);
  };
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const bool is_mirrored = part.coefficient < 0;
    const int mirror = mirror_of(part);
    const Interval interval = looks.interval[i];
    int least = std::max(interval.least, interval.most - room_below);
    int most = std::min(interval.most, interval.least + room_above);
    if (is_mirrored) std::tie(least, most) = std::pair(-most, -least);
    std::uint64_t own = 0;
    if (part.group.cells().size() == 1) {
      own = std::uint64_t{looks.look[i].values} << 1;
      own &= ~std::uint64_t{0} << least;
      own &= (std::uint64_t{2} << most) - 1;
    } else {
      const CombinationTable& table = part.group.table();
      own = table.sums(looks.look[i].possible & table.of_sums(least, most));
    }
    if (is_mirrored) {
      std::uint64_t mirrored = 0;
      for (; own != 0; own &= own - 1) {
        mirrored |= std::uint64_t{1} << (mirror - std::countr_zero(own));
      }
      own = mirrored;
      total += mirror;
    }
    if (own == 0) return false;
    sums[i] = own;
    before[i + 1] = 0;
    for (; own != 0; own &= own - 1) before[i + 1] |= before[i] << std::countr_zero(own);
  }
  Reach needed = Reach{1} << total;
  if ((before[parts_.size()] & needed) == 0) return false;
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const Part& part = parts_[i];
    const int mirror = mirror_of(part);
    const bool is_single_cell = part.group.cells().size() == 1;
    Reach next = 0;
    ValueSet values = 0;
    Combinations left = 0;
    for (std::uint64_t rest = sums[i]; rest != 0; rest &= rest - 1) {
      const int sum = std::countr_zero(rest);
      const Reach from = (needed >> sum) & before[i];
      if (from == 0) continue;
      next |= from;
      const int own = part.coefficient < 0 ? mirror - sum : sum;
      if (is_single_cell) {
        values |= set_of(own);
      } else {
        left |= part.group.table().of_sum(own);
      }
    }
    needed = next;
    if (next == 0) return false;
    if (is_single_cell) {
      if (!state.keep(part.group.cells().front(), values)) return false;
      continue;
    }
    left &= looks.look[i].possible;
    if (left == looks.look[i].possible) continue;
    if (left == 0 || !part.group.leave(state, left, looks.look[i].values)) return false;
  }
  return true;
}

}  // namespace puzzled::variants
