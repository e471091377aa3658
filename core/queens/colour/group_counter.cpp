#include "core/queens/colour/group_counter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/queens/colour/plain_pairs.hpp"
#include "core/queens/colour/symmetry.hpp"

namespace puzzled::queens::colour {
namespace {

// Adds value * factor. The residues are multiplied and added by themselves, so that an overflow
// shows.
void add_to_tally(meet::Tally& tally, std::uint64_t value, std::uint64_t factor) {
  tally.count += value * factor;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t modulus = kResidueModuli[i];
    tally.residues[i] =
        (tally.residues[i] + (value % modulus) * (factor % modulus) % modulus) % modulus;
  }
}

}  // namespace

void GroupCounter::begin(const Stratum& stratum, const ColumnSets& sets, std::uint32_t first_place,
                         std::uint32_t last_place, bool keep) {
  stratum_ = &stratum;
  sets_ = &sets;
  first_place_ = first_place;
  keep_lanes_ = keep;
  // The sparser colour first: its cells stay, and are small numbers.
  const bool black_first = (2 * stratum.even_queens <= board_.even_lines) != tuning_.exchanged;
  first_ = black_first ? &black_ : &white_;
  second_ = black_first ? &white_ : &black_;
  const std::size_t kept = keep ? last_place - first_place : 1;
  for (Side* const side : {&black_, &white_}) {
    if (side->kept.size() < kept) side->kept.resize(kept);
    for (Lanes& lanes : side->kept) lanes.are_listed = lanes.have_slots = false;
  }
}

void GroupCounter::begin_group(const RowGroup& group) {
  group_ = &group;
  black_.has_partners = false;
  white_.has_partners = false;
  const std::size_t row_sets = group.odd_rows.size();
  tasks_.assign(row_sets, {});
  weights_.resize(row_sets);
  tallies_.resize(row_sets);
  spills_.resize(row_sets);
  block_spills_.resize(row_sets);
  sets_apart_.resize(row_sets);
  pairs_.resize(row_sets);
  if (cells_.size() < row_sets) cells_.resize(row_sets);
  if (block_cells_.size() < row_sets) block_cells_.resize(row_sets);
}

bool GroupCounter::count(std::uint32_t place, std::span<const int> weights, const StopFlag& stop,
                         UnitCount& sum) {
  if (sets_->even.size() == 0 || sets_->odd.size() == 0) return true;
  const Lines even_rows = stratum_->even_rows[place];
  row_rank_ = sets_->transposed ? rank_of(board_, even_rows) : 0;
  black_.colour = black_side(board_, *stratum_, *group_, *sets_, even_rows);
  black_.lanes_even = true;
  white_.colour = white_side(board_, *stratum_, *group_, *sets_, even_rows);
  white_.lanes_even = false;
  const std::size_t number = keep_lanes_ ? place - first_place_ : 0;
  std::size_t most_lanes = 0;
  for (Side* const side : {first_, second_}) {
    list_lanes(*side, number);
    const std::size_t lanes = side->lanes->lists.states.size();
    if (lanes == 0) return true;
    most_lanes = std::max(most_lanes, lanes);
  }
  prepare(*first_, most_lanes >= tuning_.fewest_lanes);
  prepare(*second_, most_lanes >= tuning_.fewest_lanes);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights_[i] = static_cast<std::uint64_t>(weights[i]);
    tallies_[i] = {};
    spills_[i].clear();
    tasks_[i].wanted = weights[i] != 0;
    if (!first_->by_kernel || !tasks_[i].wanted) continue;
    const std::uint64_t cells = cell_order(*first_).size(first_->lanes->slots.slots().size());
    tasks_[i].cells = room_for<std::uint16_t>(cells_[i], cells);
    tasks_[i].spills = &spills_[i];
    std::memset(tasks_[i].cells, 0, cells * sizeof(std::uint16_t));
  }
  if (first_->by_kernel) {
    const std::size_t slots = first_->lanes->slots.slots().size();
    const auto join_all = [&] { return join(*first_, 0, static_cast<std::uint32_t>(slots), stop); };
    if (!for_each_slice(*first_, join_all)) return false;
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!tasks_[i].wanted) continue;
    if (!first_->by_kernel && !count_plain_pairs(i, stop)) return false;
    if (!second_->by_kernel && !weigh_plain_pairs(i, stop)) return false;
  }
  if (second_->by_kernel && !for_each_slice(*second_, [&] { return join_second(stop); })) {
    return false;
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (tasks_[i].wanted) sum += meet::to_unit_count(tallies_[i]);
  }
  return true;
}

void GroupCounter::list_lanes(Side& side, std::size_t number) {
  side.lanes = &side.kept[number];
  Lanes& lanes = *side.lanes;
  if (keep_lanes_ && lanes.are_listed) return;
  const ColourSide& colour = side.colour;
  lister_.make(board_, *colour.lanes, colour.lane_rows, *colour.lane_sets, *colour.lane_ranks,
               row_rank_, lanes.lists);
  lanes.are_listed = true;
  lanes.have_slots = false;
}

// Makes what the kernels want, if they are to join this colour.
void GroupCounter::prepare(Side& side, bool by_kernel) {
  side.by_kernel = by_kernel && std::popcount(side.colour.partner_rows.front()) >= 2;
  if (!side.by_kernel) return;
  Lanes& lanes = *side.lanes;
  if (!lanes.have_slots) lanes.slots.make(lanes.lists, tuning_.slot_length);
  lanes.have_slots = true;
}

bool GroupCounter::join(const Side& side, std::uint32_t first_slot, std::uint32_t slots,
                        const StopFlag& stop) {
  JoinTask task{};
  task.lanes = side.lanes->lists.states.data();
  task.slots = side.lanes->slots.slots().data() + first_slot;
  task.slot_count = slots;
  task.partner_sets = side.colour.partner_set_count;
  task.least_layer = tuning_.least_layer;
  task.careful = tuning_.careful;
  task.stop = &stop;
  side.partners.describe(task, tasks_);
  return kernel_.join(task, workspace_);
}

// Calls join() with the partners of the side listed, a slice of them at a time if they are many.
// False if it was stopped.
template <class Join>
bool GroupCounter::for_each_slice(Side& side, const Join& join) {
  if (side.has_partners) return join();
  std::uint32_t first = 0;
  do {
    const std::uint32_t next =
        side.partners.make(board_, side.colour, side.lanes->lists, kernel_.looks_squares_up, first,
                           tuning_.most_partners);
    side.has_partners = first == 0 && next == 0;
    first = next;
    if (!join()) return false;
  } while (first != 0);
  return true;
}

// Block by block, so that the second colour's cells are few.
bool GroupCounter::join_second(const StopFlag& stop) {
  const std::uint64_t cells =
      std::uint64_t{second_->colour.partner_set_count} * kernel_.block_slots;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i].wanted) find_sets_apart(i);
  }
  const std::size_t slots = second_->lanes->slots.slots().size();
  for (std::uint32_t block = 0; block < slots / kernel_.block_slots; ++block) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (!tasks_[i].wanted) continue;
      tasks_[i].cells = room_for<std::uint16_t>(block_cells_[i], cells);
      tasks_[i].spills = &block_spills_[i];
      block_spills_[i].clear();
      std::memset(tasks_[i].cells, 0, cells * sizeof(std::uint16_t));
    }
    if (!join(*second_, block * kernel_.block_slots, kernel_.block_slots, stop)) return false;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i].wanted) multiply_block(i, block);
    }
  }
  return true;
}

bool GroupCounter::first_lane_counts_fully(std::uint32_t set) const {
  return first_->lanes_even ? sets_->even_counts_fully(board_.is_even(), row_rank_, set)
                            : sets_->odd_counts_fully(row_rank_, set);
}

bool GroupCounter::second_lane_counts_fully(std::uint32_t set) const {
  return first_->lanes_even ? sets_->odd_counts_fully(row_rank_, set)
                            : sets_->even_counts_fully(board_.is_even(), row_rank_, set);
}

// The column sets of the first colour's lanes whose cells are multiplied one by one: those that
// count less often than most, and those with pairs that left their cells.
void GroupCounter::find_sets_apart(std::size_t row_set) {
  std::vector<std::uint32_t>& sets = sets_apart_[row_set];
  sets.clear();
  for (std::uint32_t set = 0; set < first_->lanes->lists.sets(); ++set) {
    if (!first_->by_kernel) {
      sets.push_back(set);
      continue;
    }
    if (first_->lanes->lists.size(set) != 0 && !first_lane_counts_fully(set)) sets.push_back(set);
  }
  if (!first_->by_kernel) return;
  const CellOrder order = cell_order(*first_);
  spills_[row_set].for_each([&](std::uint64_t cell, std::uint64_t) {
    sets.push_back(static_cast<std::uint32_t>(first_->lanes->slots.slots()[order.slot(cell)].set));
  });
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

// The pairs of a block of the second colour, times those of the first one. Rows of a matrix are
// columns of the other, so the sum of the products of all cells is one of small matrices. What does
// not count as often as most is taken out before, one by one.
void GroupCounter::multiply_block(std::size_t row_set, std::uint32_t block) {
  const std::uint32_t block_slots = kernel_.block_slots;
  std::uint16_t* const theirs = tasks_[row_set].cells;
  const std::vector<Slot>& slots = second_->lanes->slots.slots();
  const CellOrder order = cell_order(*first_);
  std::int32_t lane_sets[kSlotMultiple];
  for (std::uint32_t i = 0; i < block_slots; ++i) {
    lane_sets[i] = slots[block * block_slots + order.slot(i)].set;
  }
  const auto take_out = [&](std::uint32_t partner_set, std::uint32_t i) {
    std::uint16_t& cell = theirs[std::size_t{partner_set} * block_slots + i];
    if (cell != 0) {
      add_product(row_set, static_cast<std::uint32_t>(lane_sets[i]), partner_set, cell);
    }
    cell = 0;
  };
  for (const std::uint32_t set : sets_apart_[row_set]) {
    for (std::uint32_t i = 0; i < block_slots; ++i) take_out(set, i);
  }
  for (std::uint32_t i = 0; i < block_slots; ++i) {
    if (lane_sets[i] < 0 || second_lane_counts_fully(static_cast<std::uint32_t>(lane_sets[i]))) {
      continue;
    }
    for (std::uint32_t set = 0; set < second_->colour.partner_set_count; ++set) take_out(set, i);
  }
  block_spills_[row_set].for_each([&](std::uint64_t cell, std::uint64_t pairs) {
    add_product(row_set, static_cast<std::uint32_t>(lane_sets[cell % block_slots]),
                static_cast<std::uint32_t>(cell / block_slots), pairs);
  });
  if (!first_->by_kernel) return;
  const auto* const ours = reinterpret_cast<const std::uint16_t*>(cells_[row_set].bytes);
  const std::vector<Slot>& our_slots = first_->lanes->slots.slots();
  std::uint64_t sum = 0;
  for (std::uint32_t first = 0; first < our_slots.size(); first += block_slots) {
    // Slots without a set have no pairs: any row will do.
    const std::uint16_t* our_rows[kSlotMultiple];
    const std::uint16_t* their_rows[kSlotMultiple];
    for (std::uint32_t i = 0; i < block_slots; ++i) {
      const auto our_set = static_cast<std::uint32_t>(std::max(lane_sets[i], 0));
      const auto their_set =
          static_cast<std::uint32_t>(std::max(our_slots[first + order.slot(i)].set, 0));
      our_rows[i] = ours + (std::uint64_t{first} * order.partner_sets + our_set * block_slots);
      their_rows[i] = theirs + std::size_t{their_set} * block_slots;
    }
    sum += kernel_.multiply(our_rows, their_rows);
  }
  add_to_tally(tallies_[row_set], sum, weights_[row_set] * sets_->most_times(board_.is_even()));
}

// Pairs of the second colour, times those of the first one with the other columns.
void GroupCounter::add_product(std::size_t row_set, std::uint32_t lane_set,
                               std::uint32_t partner_set, std::uint64_t pairs) {
  const std::uint32_t even_set = second_->even_set(lane_set, partner_set);
  const std::uint32_t odd_set = second_->odd_set(lane_set, partner_set);
  const std::uint64_t times = weights_[row_set] * sets_->times(row_rank_, even_set, odd_set);
  if (times == 0) return;
  add_to_tally(tallies_[row_set], pairs_of_first(row_set, partner_set, lane_set), times * pairs);
}

bool GroupCounter::count_plain_pairs(std::size_t row_set, const StopFlag& stop) {
  const Side& side = *first_;
  const std::size_t odd_sets = sets_->odd.size();
  std::vector<std::uint64_t>& pairs_of_row_set = plain_pairs(row_set);
  pairs_of_row_set.assign(sets_->even.size() * odd_sets, 0);
  return for_each_fit(board_, side.colour, side.lanes->lists, side.colour.partner_rows[row_set],
                      stop,
                      [&](std::uint32_t lane_set, std::uint32_t partner_set, std::uint32_t pairs) {
                        pairs_of_row_set[side.even_set(lane_set, partner_set) * odd_sets +
                                         side.odd_set(lane_set, partner_set)] += pairs;
                      });
}

bool GroupCounter::weigh_plain_pairs(std::size_t row_set, const StopFlag& stop) {
  const Side& side = *second_;
  return for_each_fit(board_, side.colour, side.lanes->lists, side.colour.partner_rows[row_set],
                      stop,
                      [&](std::uint32_t lane_set, std::uint32_t partner_set, std::uint32_t pairs) {
                        add_product(row_set, lane_set, partner_set, pairs);
                      });
}

// Pairs of the first colour, whose lanes and partners have these column sets.
std::uint64_t GroupCounter::pairs_of_first(std::size_t row_set, std::uint32_t lane_set,
                                           std::uint32_t partner_set) {
  if (!first_->by_kernel) {
    return plain_pairs(
        row_set)[std::size_t{first_->even_set(lane_set, partner_set)} * sets_->odd.size() +
                 first_->odd_set(lane_set, partner_set)];
  }
  const CellOrder order = cell_order(*first_);
  const auto* const cells = reinterpret_cast<const std::uint16_t*>(cells_[row_set].bytes);
  std::uint64_t pairs = 0;
  first_->lanes->slots.for_each_slot(lane_set, [&](std::uint32_t slot) {
    const std::uint64_t cell = order.cell(slot, partner_set);
    pairs += cells[cell] + spills_[row_set].at(cell);
  });
  return pairs;
}

}  // namespace puzzled::queens::colour
