// The middle rows of the two-sided engine: which queens stand there, what they attack, and what
// they leave of the lists.
//
// A state is seen from the first row that its list does not have: bit c says that the diagonal
// through column c of that row, which leads to lower columns as rows go on towards the cut, is
// taken; bit 32 + c the same for the diagonal that leads to higher columns. So states have room for
// boards of up to 28 columns and for some bits that are no diagonals, and move by one when a row is
// added.
#pragma once

#include "core/queens/meet/keys.hpp"
#include "core/queens/meet/lists.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

constexpr int kMaxHalfColumns = 16;

/// A half of the column set. Subsets of its columns are numbered: bit i is its i-th column.
struct Side {
  int rows;       ///< of the half
  int list_rows;  ///< of them, in the lists
  int columns;
  int column_of[kMaxHalfColumns];
  std::uint32_t column_set;  ///< the same columns as bits
};

/// The bit of states whose rank is below the high column rank.
constexpr State kBelowHigh = State{1} << 60;

/// How solutions count.
struct Counting {
  std::uint64_t weight;
  State dropped;  ///< bits of states that do not count
  RankTest test;
};

/// What is left to place, and what is left of the lists, after some of the middle rows.
struct Node {
  std::uint32_t left[2];  ///< numbers of the columns not yet given to a middle row, top and bottom
  int placed[2];          ///< middle rows placed
  std::uint64_t rising;   ///< diagonals of the queens placed: bit row + column
  std::uint64_t falling;  ///< bit row - column + queens
  Counting counting;      ///< once the bottoms' first queen is placed
  State attacked[2];      ///< bits of states that queens attack, which may still be in the lists
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
  Tally tally;
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

PUZZLED_INLINE int middle_rows(const TwoSided& work, int side) {
  return work.sides[side].rows - work.sides[side].list_rows;
}

/// What the bottoms' first queen, on odd boards that of the middle row, says.
PUZZLED_INLINE Counting counting_of(const TwoSidedUnit& unit, int first_column) {
  const std::uint8_t rank = unit.ranks.of_column[first_column];
  return {unit.weights[first_column], rank == unit.ranks.low ? 0 : kBelowHigh,
          rank_test(unit.ranks.lines, rank, kTwoSidedRankBits)};
}

PUZZLED_INLINE void place(const TwoSided& work, Node& node, int side, int number) {
  const int column = work.sides[side].column_of[number];
  const int row = work.row_of(side, node.placed[side]);
  if (side == 1 && node.placed[1] == 0) {
    node.counting = counting_of(work.unit, column);
    for (State& attacked : node.attacked) attacked |= node.counting.dropped;
  }
  for (int i = 0; i < 2; ++i) node.attacked[i] |= work.attack(i, row, column);
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

/// The states of a side's list that have no bit of `attacked`.
PUZZLED_INLINE std::uint32_t filter_side_list(const TwoSided& work, const Node& node, int side,
                                              std::uint32_t set, State attacked, State* out) {
  const Lists& lists = node.lists[side];
  // Columns of the last row of the list: a queen there has the diagonals next to it in the row
  // after it.
  const State board = (State{1} << work.queens) - 1;
  const auto columns =
      static_cast<std::uint32_t>((attacked & board) << 1 | (attacked >> 32 & board) >> 1);
  // Lists are long, and come from memory: 24 queens 3 % faster if fetched that far ahead.
  constexpr int kAhead = 256;
  return filter_list<false>(lists, lists.ranges[set], set,
                            extract_bits(columns, work.sides[side].column_set), attacked, out,
                            lists.begin(set) + kAhead);
}

/// Filters the lists of a side that has just got a queen, by all queens placed so far; those of the
/// other side wait until it gets one. Returns how many states are left; they stand in `buffers`.
std::size_t filter_lists(TwoSided& work, Node& node, int side, ListBuffers& buffers) {
  const Lists& lists = node.lists[side];
  const int rows = work.sides[side].list_rows;
  auto* const ranges =
      room_for<ListRange>(buffers.ranges, std::size_t{1} << work.sides[side].columns);
  std::size_t most = 64;
  for_each_subset(node.left[side], rows, [&](std::uint32_t x) { most += lists.length(x); });
  State* const out = room_for<State>(buffers.states, most);
  std::size_t top = 0;
  for_each_subset(node.left[side], rows, [&](std::uint32_t x) {
    work.stopped = work.stopped || is_stopped(*work.unit.stop);
    ranges[x] = {static_cast<std::uint32_t>(top), 0, 0};
    if (work.stopped) return;
    ranges[x].length = filter_side_list(work, node, side, x, node.attacked[side], out + top);
    top += ranges[x].length;
  });
  node.lists[side] = {out, ranges, nullptr};
  return top;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
