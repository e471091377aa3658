#include "core/variants/grouped_sum_propagator.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace puzzled::variants {
namespace {

using WideReach = Combinations;
using NarrowReach = std::uint64_t;  // does for most sums that are derived
constexpr int kWideBits = 128;
constexpr int kNarrowBits = 64;

// Sums that the bounds leave as they are are looked at exactly only with so few open groups.
constexpr std::size_t kMaxOpenParts = 3;

/// a / b and rounded down or up. REQUIRES: b > 0.
constexpr int divide_down(int a, int b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}
constexpr int divide_up(int a, int b) {
  return -divide_down(-a, b);
}

/// Bit s moves to bit `mirror` - s, or away if there is none.
constexpr std::uint64_t mirrored(std::uint64_t bits, int mirror) {
  bits = ((bits >> 1) & 0x5555555555555555) | ((bits & 0x5555555555555555) << 1);
  bits = ((bits >> 2) & 0x3333333333333333) | ((bits & 0x3333333333333333) << 2);
  bits = ((bits >> 4) & 0x0F0F0F0F0F0F0F0F) | ((bits & 0x0F0F0F0F0F0F0F0F) << 4);
  bits = __builtin_bswap64(bits);
  return mirror < 64 ? bits >> (63 - mirror) : bits << (mirror - 63);
}
constexpr Combinations mirrored(Combinations bits, int mirror) {
  const Combinations low = mirrored(static_cast<std::uint64_t>(bits), 63);
  const Combinations all = low << 64 | mirrored(static_cast<std::uint64_t>(bits >> 64), 63);
  return all >> (127 - mirror);
}

/// The sums of one of either.
template <class Reach>
Reach sums_of_both(Reach reach, std::uint64_t sums) {
  Reach both = 0;
  for (; sums != 0; sums &= sums - 1) both |= reach << std::countr_zero(sums);
  return both;
}

}  // namespace

struct GroupedSumPropagator::Looks {
  SumGroup::Look look[kMaxParts];  // of one cell: only its values
  Interval interval[kMaxParts];    // of coefficient times sum
  int least = 0;                   // of the whole sum
  int most = 0;
  std::size_t open = 0;  // parts whose sum is not certain
};

GroupedSumPropagator::GroupedSumPropagator(std::span<const Part> parts, std::span<const Cell> cells,
                                           int values, int total)
    : parts_(parts), cells_(cells), values_(values), total_(total) {
  int span = total;
  bool are_units = true;
  for (const Part& part : parts_) {
    are_units &= part.coefficient == 1 || part.coefficient == -1;
    // A part that is taken off counts as one that adds what it lacks of this.
    if (part.coefficient < 0) span += mirror_of(part);
  }
  const bool has_bits = are_units && span >= 0;
  is_narrow_ = has_bits && span < kNarrowBits;
  is_reachable_ = has_bits && span < kWideBits;
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
  if (looks.open == 0) return true;
  const int room = std::min(total_ - looks.least, looks.most - total_);
  const bool is_cut = std::any_of(looks.interval, looks.interval + parts_.size(),
                                  [&](Interval i) { return i.most - i.least > room; });
  if (!is_cut && looks.open > kMaxOpenParts) return true;
  if (is_narrow_) return leave_reachable<NarrowReach>(state, looks);
  return is_reachable_ ? leave_reachable<WideReach>(state, looks)
                       : leave_within_bounds(state, looks);
}

/// What the bounds of the other parts leave one.
GroupedSumPropagator::Interval GroupedSumPropagator::open_interval(const Looks& looks,
                                                                   std::size_t i) const {
  const Interval interval = looks.interval[i];
  return {.least = std::max(interval.least, total_ - (looks.most - interval.most)),
          .most = std::min(interval.most, total_ - (looks.least - interval.least))};
}

/// The sums of a part whose coefficient times its sum is within `interval`. REQUIRES: the
/// coefficient is 1 or -1.
std::uint64_t GroupedSumPropagator::sums_of(const Part& part, const SumGroup::Look& look,
                                            Interval interval) {
  if (interval.least > interval.most) return 0;
  if (part.coefficient < 0) interval = {.least = -interval.most, .most = -interval.least};
  if (part.group.cells().size() > 1) {
    return part.group.table().sums(look.possible, interval.least, interval.most);
  }
  return std::uint64_t{look.values} << 1 & ~std::uint64_t{0} << interval.least &
         ((std::uint64_t{2} << interval.most) - 1);
}

/// Sums are mirrored there: it is more than any of them.
int GroupedSumPropagator::mirror_of(const Part& part) const {
  return static_cast<int>(part.group.cells().size()) * (values_ + 1);
}

/// Each part keeps the sums that the bounds of the others leave room for.
bool GroupedSumPropagator::leave_within_bounds(State& state, const Looks& looks) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const SumGroup& group = parts_[i].group;
    const SumGroup::Look& look = looks.look[i];
    const auto [least, most] = open_interval(looks, i);
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
/// coefficient -1 is mirrored, such that it adds. Bit s of a `Reach`: a sum of s can be reached.
template <class Reach>
bool GroupedSumPropagator::leave_reachable(State& state, const Looks& looks) const {
  std::uint64_t sums[kMaxParts];
  Reach before[kMaxParts];  // of the parts before each
  before[0] = 1;
  int total = total_;
  const std::size_t last = parts_.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const Part& part = parts_[i];
    sums[i] = sums_of(part, looks.look[i], open_interval(looks, i));
    if (part.coefficient < 0) {
      const int mirror = mirror_of(part);
      sums[i] = mirrored(sums[i], mirror);
      total += mirror;
    }
    if (sums[i] == 0) return false;
    if (i < last) before[i + 1] = i == 0 ? Reach{sums[i]} : sums_of_both(before[i], sums[i]);
  }
  // What the part behind needs the parts up to one to reach. The last part needs what lacks to the
  // total, and of the first part what is needed is what it keeps.
  const Reach lacking = mirrored(before[last], total);
  const std::uint64_t kept_by_last = sums[last] & static_cast<std::uint64_t>(lacking);
  Reach needed = before[last] & mirrored(Reach{kept_by_last}, total);
  if (!keep_sums(state, looks, last, kept_by_last)) return false;
  for (std::size_t i = last; i-- > 1;) {
    Reach next = 0;
    std::uint64_t kept = 0;
    for (std::uint64_t rest = sums[i]; rest != 0; rest &= rest - 1) {
      const Reach from = (needed >> std::countr_zero(rest)) & before[i];
      next |= from;
      kept |= from != 0 ? rest & (~rest + 1) : 0;
    }
    needed = next;
    if (!keep_sums(state, looks, i, kept)) return false;
  }
  return last == 0 || keep_sums(state, looks, 0, sums[0] & static_cast<std::uint64_t>(needed));
}

/// Leaves a part `sums`, which are mirrored if its coefficient is -1.
bool GroupedSumPropagator::keep_sums(State& state, const Looks& looks, std::size_t i,
                                     std::uint64_t sums) const {
  if (sums == 0) return false;
  const Part& part = parts_[i];
  if (part.coefficient < 0) sums = mirrored(sums, mirror_of(part));
  const SumGroup& group = part.group;
  if (group.cells().size() == 1) {
    return state.keep(group.cells().front(), static_cast<ValueSet>(sums >> 1));
  }
  const SumGroup::Look& look = looks.look[i];
  const int least = std::countr_zero(sums);
  const int most = 63 - std::countl_zero(sums);
  Combinations left = look.possible & group.table().of_sums(least, most);
  const std::uint64_t between = (std::uint64_t{2} << most) - (std::uint64_t{1} << least);
  for (std::uint64_t gone = between & ~sums; gone != 0; gone &= gone - 1) {
    left &= ~group.table().of_sum(std::countr_zero(gone));
  }
  return left == look.possible || group.leave(state, left, look.values);
}

}  // namespace puzzled::variants
