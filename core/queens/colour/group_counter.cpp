#include "core/queens/colour/group_counter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/queens/colour/plain_pairs.hpp"
#include "core/queens/colour/symmetry.hpp"

namespace puzzled::queens::colour {
namespace {

// 75 bits: weights have at most 64.
constexpr int kMaxPlanes = 5;

}  // namespace

void GroupCounter::begin(const Stratum& stratum, const RowGroup& group, const ColumnSets& sets) {
  stratum_ = &stratum;
  group_ = &group;
  sets_ = &sets;
  black_.has_partners = false;
  white_.has_partners = false;
  // The sparser colour first: its pairs are fewer, and of one column set no more than
  // (8!)^2 < 2^32 with up to 32 queens.
  const bool black_first = (2 * stratum.even_queens <= board_.even_lines) != tuning_.exchanged;
  first_ = black_first ? &black_ : &white_;
  second_ = black_first ? &white_ : &black_;
  const std::size_t row_sets = group.odd_rows.size();
  tasks_.assign(row_sets, {});
  tallies_.resize(row_sets);
  spills_.resize(row_sets);
  if (cells_.size() < row_sets) cells_.resize(row_sets);
}

bool GroupCounter::count(Lines even_rows, std::span<const int> weights, const StopFlag& stop,
                         UnitCount& sum) {
  if (sets_->even.size() == 0 || sets_->odd.size() == 0) return true;
  row_rank_ = rank_of(board_, even_rows);
  black_.colour = black_side(board_, *stratum_, *group_, *sets_, even_rows);
  black_.lanes_even = true;
  white_.colour = white_side(board_, *stratum_, *group_, *sets_, even_rows);
  white_.lanes_even = false;
  prepare(*first_);
  prepare(*second_);
  if (first_->lanes.states.empty() || second_->lanes.states.empty()) return true;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    tallies_[i] = {};
    spills_[i].clear();
    tasks_[i].wanted = weights[i] != 0;
    tasks_[i].planes = 0;
    tasks_[i].weight = static_cast<std::uint64_t>(weights[i]);
    tasks_[i].sum = &tallies_[i];
    tasks_[i].spills = &spills_[i];
    if (!first_->by_kernel || !tasks_[i].wanted) continue;
    const std::uint64_t cells = cell_order(*first_, 1).size(first_->slots.slots().size());
    tasks_[i].cells = room_for<std::uint16_t>(cells_[i], cells);
    std::memset(tasks_[i].cells, 0, cells * sizeof(std::uint16_t));
  }
  if (first_->by_kernel && !join(*first_, stop)) return false;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!tasks_[i].wanted) continue;
    if (!first_->by_kernel && !count_plain_pairs(i, stop)) return false;
    if (second_->by_kernel) {
      set_weights(i);
    } else if (!weigh_plain_pairs(i, stop)) {
      return false;
    }
  }
  if (second_->by_kernel && !join(*second_, stop)) return false;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (tasks_[i].wanted) sum += meet::to_unit_count(tallies_[i]);
  }
  return true;
}

// Lists the lanes, and the partners if there are none yet.
void GroupCounter::prepare(Side& side) {
  const ColourSide& colour = side.colour;
  side.lanes.make(board_, *colour.lanes, colour.lane_rows, *colour.lane_sets,
                  colour.lane_set_count);
  const int partner_queens = std::popcount(colour.partner_rows.front());
  side.by_kernel = partner_queens >= 2 && !side.lanes.states.empty() &&
                   side.lanes.states.size() >= tuning_.fewest_lanes;
  if (!side.by_kernel) return;
  side.slots.make(side.lanes, tuning_.slot_length);
  if (side.has_partners) return;
  side.partners.make(board_, colour, side.lanes);
  side.has_partners = true;
}

CellOrder GroupCounter::cell_order(const Side& side, int planes) const {
  return {.block_slots = kernel_.block_slots,
          .partner_sets = side.colour.partner_set_count,
          .planes = static_cast<std::uint64_t>(planes)};
}

bool GroupCounter::join(const Side& side, const StopFlag& stop) {
  JoinTask task{};
  task.lanes = side.lanes.states.data();
  task.slots = side.slots.slots().data();
  task.slot_count = static_cast<std::uint32_t>(side.slots.slots().size());
  task.partner_sets = side.colour.partner_set_count;
  task.least_layer = tuning_.least_layer;
  task.careful = tuning_.careful;
  task.stop = &stop;
  side.partners.describe(task, tasks_);
  return kernel_.join(task, workspace_);
}

bool GroupCounter::count_plain_pairs(std::size_t row_set, const StopFlag& stop) {
  const Side& side = *first_;
  const std::size_t odd_sets = sets_->odd.size();
  pairs_.assign(sets_->even.size() * odd_sets, 0);
  return for_each_fit(board_, side.colour, side.lanes, side.colour.partner_rows[row_set], stop,
                      [&](std::uint32_t lane_set, std::uint32_t partner_set, std::uint32_t pairs) {
                        pairs_[side.even_set(lane_set, partner_set) * odd_sets +
                               side.odd_set(lane_set, partner_set)] += pairs;
                      });
}

bool GroupCounter::weigh_plain_pairs(std::size_t row_set, const StopFlag& stop) {
  const Side& side = *second_;
  RowSetTask& task = tasks_[row_set];
  UnitCount sum;
  const bool complete = for_each_fit(
      board_, side.colour, side.lanes, side.colour.partner_rows[row_set], stop,
      [&](std::uint32_t lane_set, std::uint32_t partner_set, std::uint32_t pairs) {
        const std::uint32_t even_set = side.even_set(lane_set, partner_set);
        const std::uint32_t odd_set = side.odd_set(lane_set, partner_set);
        const std::uint32_t times = sets_->times(row_rank_, even_set, odd_set);
        if (times == 0) return;
        const bool even_first = first_->lanes_even;
        const std::uint32_t partners = even_first ? odd_set : even_set;
        std::uint64_t others = 0;
        pairs_of_first(row_set, even_first ? even_set : odd_set, {&partners, 1}, &others);
        sum.add(task.weight * times * pairs * others);
      });
  task.sum->count = static_cast<std::uint64_t>(sum.count);
  for (std::size_t i = 0; i < sum.residues.size(); ++i) task.sum->residues[i] = sum.residues[i];
  return complete;
}

// Turns the pairs of the first colour into weights for those of the second one.
void GroupCounter::set_weights(std::size_t row_set) {
  int planes = 1;
  while (!fill_weights(row_set, planes)) ++planes;
  // What held the pairs is room for the next row set's weights.
  std::swap(weights_, cells_[row_set]);
  tasks_[row_set].cells = reinterpret_cast<std::uint16_t*>(cells_[row_set].bytes);
  tasks_[row_set].planes = planes;
}

// False if a weight needs more planes.
bool GroupCounter::fill_weights(std::size_t row_set, int planes) {
  const Side& side = *second_;
  const CellOrder order = cell_order(side, planes);
  const std::vector<Slot>& slots = side.slots.slots();
  const std::uint64_t size = order.size(slots.size());
  auto* const weights = room_for<std::uint16_t>(weights_, size);
  std::memset(weights, 0, size * sizeof(std::uint16_t));
  std::uint64_t bits = 0;
  std::uint64_t pairs[kSlotMultiple];
  std::uint32_t lane_sets[kSlotMultiple];
  const NumberedSets& partner_sets = side.lanes_even ? sets_->odd : sets_->even;
  const auto fill = [&](std::uint32_t first_slot, std::uint32_t partner_set) {
    if (sets_->transposed && partner_sets.rank[partner_set] < row_rank_) return;
    pairs_of_first(row_set, partner_set, {lane_sets, order.block_slots}, pairs);
    for (std::uint32_t i = 0; i < order.block_slots; ++i) {
      const std::uint32_t times = sets_->times(row_rank_, side.even_set(lane_sets[i], partner_set),
                                               side.odd_set(lane_sets[i], partner_set));
      std::uint64_t weight = slots[first_slot + i].set < 0 ? 0 : pairs[i] * times;
      bits |= weight;
      for (int plane = 0; plane < planes; ++plane, weight >>= 15) {
        weights[order.cell(first_slot + i, partner_set, static_cast<std::uint64_t>(plane))] =
            static_cast<std::uint16_t>(weight & 0x7FFF);
      }
    }
  };
  for (std::uint32_t slot = 0; slot < slots.size(); slot += order.block_slots) {
    for (std::uint32_t i = 0; i < order.block_slots; ++i) {
      lane_sets[i] = static_cast<std::uint32_t>(std::max(slots[slot + i].set, 0));
    }
    // In the order of the first colour's slots, whose cells then stay in the first cache.
    if (first_->by_kernel) {
      for (const std::uint32_t set : first_->slots.sets()) fill(slot, set);
    } else {
      for (std::uint32_t set = 0; set < side.colour.partner_set_count; ++set) fill(slot, set);
    }
  }
  return planes >= kMaxPlanes || bits >> 15 * planes == 0;
}

// Pairs of the first colour, whose lanes have this column set, and whose partners have those.
void GroupCounter::pairs_of_first(std::size_t row_set, std::uint32_t lane_set,
                                  std::span<const std::uint32_t> partner_sets,
                                  std::uint64_t* pairs) const {
  std::fill_n(pairs, partner_sets.size(), 0);
  if (!first_->by_kernel) {
    for (std::size_t i = 0; i < partner_sets.size(); ++i) {
      pairs[i] =
          pairs_[std::size_t{first_->even_set(lane_set, partner_sets[i])} * sets_->odd.size() +
                 first_->odd_set(lane_set, partner_sets[i])];
    }
    return;
  }
  const CellOrder order = cell_order(*first_, 1);
  const Spills& spills = spills_[row_set];
  first_->slots.for_each_slot(lane_set, [&](std::uint32_t slot) {
    const std::uint64_t begin = order.cell(slot, 0, 0);
    const std::uint16_t* const cells = tasks_[row_set].cells + begin;
    for (std::size_t i = 0; i < partner_sets.size(); ++i) {
      pairs[i] += cells[std::size_t{partner_sets[i]} * order.block_slots];
    }
    for (std::size_t i = 0; i < partner_sets.size() && !spills.empty(); ++i) {
      pairs[i] += spills.at(begin + std::uint64_t{partner_sets[i]} * order.block_slots);
    }
  });
}

}  // namespace puzzled::queens::colour
