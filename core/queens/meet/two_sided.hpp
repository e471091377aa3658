// One unit of the two-sided engine: a column set. Its lists stop some rows short of the cut; the
// rows in between, the middle rows, are searched outward from the cut, a top and a bottom row at a
// time. Each queen put there filters the lists of both halves, so that in the end two short lists
// are joined.
//
// A state is seen from the first row that its list does not have: bit c says that the diagonal
// through column c of that row, which leads to lower columns as rows go on towards the cut, is
// taken; bit 32 + c the same for the diagonal that leads to higher columns. So states have room for
// boards of up to 31 columns, and move by one when a row is added.
#pragma once

#include "core/queens/meet/join.hpp"
#include "core/queens/meet/lists.hpp"
#include "core/queens/meet/middle_keys.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

constexpr int kMaxHalfColumns = 16;

/// A half of the column set. Subsets of its columns are numbered: bit i is its i-th column.
struct Side {
  int rows;       ///< of the half
  int list_rows;  ///< of them, in the lists
  int columns;
  int column_of[kMaxHalfColumns];
};

/// What is left to place, and what is left of the lists, after some of the middle rows.
struct Node {
  std::uint32_t left[2];  ///< numbers of the columns not yet given to a middle row, top and bottom
  int placed[2];          ///< middle rows placed
  std::uint64_t rising;   ///< diagonals of the queens placed: bit row + column
  std::uint64_t falling;  ///< bit row - column + queens
  Lists lists[2];
};

struct TwoSided {
  TwoSided(const TwoSidedUnit& a_unit, Workspace& a_workspace)
      : unit(a_unit), workspace(a_workspace), halves(a_unit.halves), queens(a_unit.halves.queens) {}

  const TwoSidedUnit& unit;
  Workspace& workspace;
  Halves halves;
  int queens;
  Side sides[2];  ///< top and bottom
  bool stopped = false;

  /// The row, counted from the top of the board, of a middle queen.
  int row_of(int side, int placed) const {
    return side == 0 ? halves.top_rows - 1 - placed : halves.top_rows + placed;
  }
  /// Bits of a side's states that a queen attacks.
  State attack(int side, int row, int column) const {
    const int distance = (side == 0 ? row : queens - 1 - row) - sides[side].list_rows;
    const int low = column + distance;
    const int high = column - distance;
    return (low < queens ? State{1} << low : 0) | (high >= 0 ? State{1} << (32 + high) : 0);
  }
};

PUZZLED_INLINE bool is_attacked(const TwoSided& work, const Node& node, int row, int column) {
  return ((node.rising >> (row + column) | node.falling >> (row - column + work.queens)) & 1) != 0;
}
PUZZLED_INLINE void place(const TwoSided& work, Node& node, int side, int number, int row,
                          int column) {
  node.left[side] ^= std::uint32_t{1} << number;
  ++node.placed[side];
  node.rising |= std::uint64_t{1} << (row + column);
  node.falling |= std::uint64_t{1} << (row - column + work.queens);
}

/// Calls visit(subset) for each subset of `set` of that size.
template <class Visit>
PUZZLED_INLINE void for_each_subset(std::uint32_t set, int size, const Visit& visit) {
  std::uint32_t members[kMaxHalfColumns];
  int count = 0;
  for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) members[count++] = rest & (0U - rest);
  const int left_out = count - size;
  if (left_out == 0) {
    visit(set);
    return;
  }
  const std::uint32_t end = std::uint32_t{1} << count;
  for (std::uint32_t out = (std::uint32_t{1} << left_out) - 1; out < end; out = next_subset(out)) {
    std::uint32_t subset = set;
    for (std::uint32_t rest = out; rest != 0; rest &= rest - 1) {
      subset ^= members[__builtin_ctz(rest)];
    }
    visit(subset);
  }
}

/// The lists of a half for all sets of `list_rows` of its columns.
Lists make_side_lists(TwoSided& work, const Side& side, Buffer* states, Buffer* indices) {
  auto* const ranges = room_for<ListRange>(indices[0], std::size_t{1} << side.columns);
  auto* const empty_half = room_for<State>(states[0], 64);
  empty_half[0] = 0;
  ranges[0] = {0, 1};
  Lists lists{empty_half, ranges};
  const auto wants_all = [](std::uint32_t) { return true; };
  const auto add = [&](const State* from, std::uint32_t count, int number, State* out) {
    const int column = side.column_of[number];
    return add_row(from, count, State{1} << column | State{1} << (32 + column), out);
  };
  for (int row = 0; row < side.list_rows && !work.stopped; ++row) {
    const int to = (row + 1) & 1;
    work.stopped = !add_row_to_lists(lists, row, side.columns, states[to], indices[to],
                                     *work.unit.stop, wants_all, add);
  }
  return lists;
}

/// Filters the lists of all subsets of `set`; appends them from `top` on, and notes where at
/// ranges + subset. Returns how many states are left.
std::size_t filter_lists(TwoSided& work, const Lists& lists, const Side& side, std::uint32_t set,
                         State attacked, Buffer& buffer, std::size_t* top, ListRange* ranges) {
  const std::size_t begin = *top;
  for_each_subset(set, side.list_rows, [&](std::uint32_t subset) {
    work.stopped = work.stopped || is_stopped(*work.unit.stop);
    const ListRange from = lists.ranges[subset];
    const std::size_t most = *top + from.length + 64;
    if (most * sizeof(State) > buffer.capacity) {
      grow(buffer, most * sizeof(State), *top * sizeof(State));
    }
    State* const out = reinterpret_cast<State*>(buffer.bytes) + *top;
    const std::uint32_t length =
        work.stopped ? 0
                     : filter_states<false>(lists.states + from.begin, from.length, attacked, out);
    ranges[subset] = {static_cast<std::uint32_t>(*top), length};
    *top += length;
  });
  return *top - begin;
}

// The last pair: each side has one list for each column, and is filtered as keys.
template <bool kHigh>
std::uint64_t count_last_pair(TwoSided& work, const Node& node, const MiddleKeys& keys) {
  constexpr int kBytes = kHigh ? 5 : 4;
  Workspace& workspace = work.workspace;
  Tables& tables = *room_for<Tables>(workspace.tables, 1);
  const int top_row = work.row_of(0, node.placed[0]);
  const int bottom_row = work.row_of(1, node.placed[1]);

  std::size_t most[2] = {64, 64};
  std::size_t all_bottoms = 64;
  for (int side = 0; side < 2; ++side) {
    for (std::uint32_t rest = node.left[side]; rest != 0; rest &= rest - 1) {
      const std::size_t length =
          node.lists[side].ranges[node.left[side] ^ (rest & (0U - rest))].length;
      if (length + 64 > most[side]) most[side] = length + 64;
      if (side == 1) all_bottoms += length + 64;
    }
  }
  State* const own = room_for<State>(workspace.tops, (most[0] > most[1] ? most[0] : most[1]) + 64);
  const Keys bottom_sets = keys_in(workspace.key_sets, all_bottoms);
  const Keys tops = keys_in(workspace.top_keys, most[0]);
  const Keys tops_left = keys_in(workspace.filtered[0], most[0]);
  const Keys bottoms_left = keys_in(workspace.filtered[1], most[1]);

  struct BottomSet {
    std::size_t begin;
    std::uint32_t count;
    int column;
    std::uint64_t on_tops;  ///< bits of top keys that its queen attacks
  };
  BottomSet sets[kMaxHalfColumns];
  int set_count = 0;
  std::size_t begin = 0;
  for (std::uint32_t rest = node.left[1]; rest != 0; rest &= rest - 1) {
    const int column = work.sides[1].column_of[__builtin_ctz(rest)];
    if (is_attacked(work, node, bottom_row, column)) continue;
    const ListRange from = node.lists[1].ranges[node.left[1] ^ (rest & (0U - rest))];
    const std::uint32_t count = filter_states<false>(node.lists[1].states + from.begin, from.length,
                                                     work.attack(1, bottom_row, column), own);
    if (count == 0) continue;
    pack_keys<kBytes>(own, count, keys.bits[1], bottom_sets.at(begin));
    sets[set_count++] = {begin, count, column, key_of(keys, 0, work.attack(0, bottom_row, column))};
    begin += (std::size_t{count} + 63) / 64 * 64;
  }

  std::uint64_t fits = 0;
  for (std::uint32_t rest = node.left[0]; rest != 0; rest &= rest - 1) {
    work.stopped = work.stopped || is_stopped(*work.unit.stop);
    if (work.stopped) return 0;
    const int column = work.sides[0].column_of[__builtin_ctz(rest)];
    if (is_attacked(work, node, top_row, column)) continue;
    const ListRange from = node.lists[0].ranges[node.left[0] ^ (rest & (0U - rest))];
    const std::uint32_t count = filter_states<false>(node.lists[0].states + from.begin, from.length,
                                                     work.attack(0, top_row, column), own);
    if (count == 0) continue;
    pack_keys<kBytes>(own, count, keys.bits[0], tops);
    const std::uint64_t on_bottoms = key_of(keys, 1, work.attack(1, top_row, column));
    for (int i = 0; i < set_count; ++i) {
      const BottomSet& set = sets[i];
      const int columns_apart = column > set.column ? column - set.column : set.column - column;
      if (columns_apart == bottom_row - top_row) continue;
      const std::uint32_t top_count = filter_keys<kHigh>(tops, count, set.on_tops, tops_left);
      const std::uint32_t bottom_count =
          filter_keys<kHigh>(bottom_sets.at(set.begin), set.count, on_bottoms, bottoms_left);
      const std::uint64_t live = keys.live & ~(set.on_tops | on_bottoms);
      fits += kHigh && live >> 32 != 0
                  ? join<5>(tops_left, top_count, bottoms_left, bottom_count, live, tables)
                  : join<4>(tops_left, top_count, bottoms_left, bottom_count, live, tables);
    }
  }
  return fits;
}

std::uint64_t count_middle(TwoSided& work, const Node& node, State attacked, int depth);

// A bottom queen alone, where the number of middle rows is odd.
std::uint64_t count_single(TwoSided& work, const Node& node) {
  ListBuffers* const buffers = work.workspace.fitting[kMaxPairs];
  const int row = work.row_of(1, 0);
  std::uint64_t fits = 0;
  for (std::uint32_t rest = node.left[1]; rest != 0 && !work.stopped; rest &= rest - 1) {
    const int number = __builtin_ctz(rest);
    const int column = work.sides[1].column_of[number];
    if (work.unit.weights[column] == 0) continue;
    Node next = node;
    place(work, next, 1, number, row, column);
    std::size_t left[2];
    for (int side = 0; side < 2; ++side) {
      auto* const ranges =
          room_for<ListRange>(buffers[side].ranges, std::size_t{1} << work.sides[side].columns);
      std::size_t top = 0;
      left[side] = filter_lists(work, node.lists[side], work.sides[side], next.left[side],
                                work.attack(side, row, column), buffers[side].states, &top, ranges);
      next.lists[side] = {reinterpret_cast<const State*>(buffers[side].states.bytes), ranges};
    }
    if (left[0] == 0 || left[1] == 0) continue;
    fits += work.unit.weights[column] * count_middle(work, next, work.attack(0, row, column), 0);
  }
  return fits;
}

// A pair that is not the last. Each list is filtered by its own side's queen once, then by the
// other side's queen for each pair.
std::uint64_t count_pair(TwoSided& work, const Node& node, State attacked, int depth) {
  ListBuffers* const buffers = work.workspace.fitting[depth];
  const int top_row = work.row_of(0, node.placed[0]);
  const int bottom_row = work.row_of(1, node.placed[1]);
  const std::size_t top_sets = std::size_t{1} << work.sides[0].columns;
  const std::size_t bottom_sets = std::size_t{1} << work.sides[1].columns;
  // On an odd board the first bottom row is the middle one, and decides the weight.
  const bool first = node.placed[1] == 0;

  auto* const own_bottoms = room_for<ListRange>(
      buffers[1].ranges, bottom_sets * static_cast<std::size_t>(work.sides[1].columns));
  std::uint32_t possible = 0;
  std::size_t end = 0;
  for (std::uint32_t rest = node.left[1]; rest != 0; rest &= rest - 1) {
    const int number = __builtin_ctz(rest);
    const int column = work.sides[1].column_of[number];
    if (is_attacked(work, node, bottom_row, column)) continue;
    if (first && work.unit.weights[column] == 0) continue;
    const std::size_t left =
        filter_lists(work, node.lists[1], work.sides[1], node.left[1] ^ (rest & (0U - rest)),
                     work.attack(1, bottom_row, column), buffers[1].states, &end,
                     own_bottoms + bottom_sets * static_cast<std::size_t>(number));
    if (left != 0) possible |= rest & (0U - rest);
  }
  if (possible == 0) return 0;

  auto* const own_tops = room_for<ListRange>(buffers[0].ranges, top_sets);
  auto* const both_tops = room_for<ListRange>(buffers[2].ranges, top_sets);
  auto* const both_bottoms = room_for<ListRange>(buffers[3].ranges, bottom_sets);
  std::uint64_t fits = 0;
  for (std::uint32_t tops = node.left[0]; tops != 0 && !work.stopped; tops &= tops - 1) {
    const int top_number = __builtin_ctz(tops);
    const int top_column = work.sides[0].column_of[top_number];
    if (is_attacked(work, node, top_row, top_column)) continue;
    Node with_top = node;
    place(work, with_top, 0, top_number, top_row, top_column);
    std::size_t own_end = 0;
    if (filter_lists(work, node.lists[0], work.sides[0], with_top.left[0],
                     work.attack(0, top_row, top_column), buffers[0].states, &own_end,
                     own_tops) == 0) {
      continue;
    }
    for (std::uint32_t rest = possible; rest != 0 && !work.stopped; rest &= rest - 1) {
      const int number = __builtin_ctz(rest);
      const int column = work.sides[1].column_of[number];
      if (is_attacked(work, with_top, bottom_row, column)) continue;
      Node next = with_top;
      place(work, next, 1, number, bottom_row, column);
      const Lists bottoms{reinterpret_cast<const State*>(buffers[1].states.bytes),
                          own_bottoms + bottom_sets * static_cast<std::size_t>(number)};
      const Lists own{reinterpret_cast<const State*>(buffers[0].states.bytes), own_tops};
      std::size_t bottoms_end = 0;
      std::size_t tops_end = 0;
      if (filter_lists(work, bottoms, work.sides[1], next.left[1],
                       work.attack(1, top_row, top_column), buffers[3].states, &bottoms_end,
                       both_bottoms) == 0 ||
          filter_lists(work, own, work.sides[0], next.left[0], work.attack(0, bottom_row, column),
                       buffers[2].states, &tops_end, both_tops) == 0) {
        continue;
      }
      next.lists[0] = {reinterpret_cast<const State*>(buffers[2].states.bytes), both_tops};
      next.lists[1] = {reinterpret_cast<const State*>(buffers[3].states.bytes), both_bottoms};
      const State by_pair =
          work.attack(0, top_row, top_column) | work.attack(0, bottom_row, column);
      fits += (first ? work.unit.weights[column] : std::uint64_t{1}) *
              count_middle(work, next, attacked | by_pair, depth + 1);
    }
  }
  return fits;
}

std::uint64_t count_middle(TwoSided& work, const Node& node, State attacked, int depth) {
  if (node.placed[0] + 1 < work.sides[0].rows - work.sides[0].list_rows) {
    return count_pair(work, node, attacked, depth);
  }
  std::uint32_t columns[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    for (std::uint32_t rest = node.left[side]; rest != 0; rest &= rest - 1) {
      columns[side] |= std::uint32_t{1} << work.sides[side].column_of[__builtin_ctz(rest)];
    }
  }
  const int list_rows[2] = {work.sides[0].list_rows, work.sides[1].list_rows};
  MiddleKeys keys;
  choose_middle_keys(work.queens, list_rows, columns, attacked, keys);
  return keys.count <= 32 ? count_last_pair<false>(work, node, keys)
                          : count_last_pair<true>(work, node, keys);
}

bool count_two_sided(const TwoSidedUnit& unit, Workspace& workspace, std::uint64_t* count) {
  TwoSided work(unit, workspace);
  const int middle_tops = unit.middle_rows / 2;
  const int middle_bottoms = unit.middle_rows - middle_tops;
  work.sides[0].rows = unit.halves.top_rows;
  work.sides[0].list_rows = unit.halves.top_rows - middle_tops;
  work.sides[1].rows = unit.halves.bottom_rows;
  work.sides[1].list_rows = unit.halves.bottom_rows - middle_bottoms;
  work.sides[0].columns = work.sides[1].columns = 0;
  for (int column = 0; column < work.queens; ++column) {
    Side& side = work.sides[(unit.top_columns >> column & 1) != 0 ? 0 : 1];
    side.column_of[side.columns++] = column;
  }
  Node root{};
  for (int side = 0; side < 2; ++side) {
    root.left[side] = (std::uint32_t{1} << work.sides[side].columns) - 1;
    root.lists[side] = make_side_lists(work, work.sides[side], workspace.lists + 2 * side,
                                       workspace.indices + 2 * side);
  }
  *count = middle_tops < middle_bottoms ? count_single(work, root) : count_middle(work, root, 0, 0);
  return !work.stopped;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
