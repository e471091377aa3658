// The lists of the two-sided engine, made again for each column set: those of a half, for all sets
// of as many of its columns as rows.
//
// While ranked rows are added, each of them but the last puts its queen's side into a state, where
// its rank will be; on odd boards a queen in the middle column makes that a rank behind all others.
// The last one makes it the rank, and drops states below the low column rank. These bits are where
// no diagonal ever is, and stay there when the diagonals move.
#pragma once

#include "core/queens/meet/middle_rows.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// What a queen in a ranked row adds to the rank.
PUZZLED_INLINE State rank_of_queen(const TwoSided& work, int row, int column) {
  const int half = work.queens / 2;
  std::uint32_t rank = 0;
  if (column < half && row + 1 < work.unit.ranks.lines) rank = std::uint32_t{1} << row;
  if (work.queens % 2 != 0 && column == half) rank = std::uint32_t{1} << (kMaxRankedLines - 1);
  return rank_bits(rank, kTwoSidedRankBits);
}

/// Completes the ranks of states whose last ranked row has its queen in `column`, and drops those
/// below the low column rank. Returns how many are left.
PUZZLED_INLINE std::uint32_t complete_ranks(const TwoSided& work, int column, State* states,
                                            std::uint32_t count) {
  using States = Group<State>;
  const RankBounds& ranks = work.unit.ranks;
  const auto bits = [](std::uint32_t rank) {
    return broadcast<States>(rank_bits(rank, kTwoSidedRankBits));
  };
  // As rank_of(): seen from the last row's side.
  const auto flip = bits(column < work.queens / 2 ? rank_end(ranks.lines) - 1 : 0);
  const auto low = bits(ranks.low);
  const auto high = bits(ranks.high);
  const auto mask = broadcast<States>(rank_mask(kTwoSidedRankBits));
  const auto below = broadcast<States>(State{1} << 63);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; i += kGroupSize<State>) {
    const auto state = load<States>(states + i) ^ flip;
    const auto rank = state & mask;
    // A difference below 0 has its highest bit set.
    const GroupMask fit = find_disjoint_of_first<State>(count - i, rank - low, below);
    const auto below_high = ((rank - high) & below) >> (63 - __builtin_ctzll(kBelowHigh));
    kept += compress_store<State>(states + kept, state | below_high, fit);
  }
  return kept;
}

/// The lists of a half for all sets of `list_rows` of its columns. They stand in `last`; `before`
/// is for those of the row before.
Lists make_side_lists(TwoSided& work, const Side& side, ListBuffers& last, ListBuffers& before) {
  ListBuffers* const buffers[2] = {&last, &before};
  ListBuffers& none = *buffers[side.list_rows & 1];
  auto* const ranges = room_for<ListRange>(none.ranges, std::size_t{1} << side.columns);
  auto* const empty_half = room_for<State>(none.states, 64);
  const int lines = work.unit.ranks.lines;
  empty_half[0] = 0;
  ranges[0] = {0, 1, 0};
  Lists lists{empty_half, ranges, nullptr};
  const auto wants_all = [](std::uint32_t) { return true; };
  for (int row = 0; row < side.list_rows && !work.stopped; ++row) {
    const auto add = [&](std::uint32_t from, int number, State* out) {
      const int column = side.column_of[number];
      const State square = State{1} << column | State{1} << (32 + column);
      const State rank = row < lines ? rank_of_queen(work, row, column) : 0;
      const std::uint32_t length =
          add_row(lists.begin(from), lists.length(from), square | rank, work.queens, out);
      return row + 1 == lines ? complete_ranks(work, column, out, length) : length;
    };
    ListBuffers& to = *buffers[(side.list_rows - row - 1) & 1];
    work.stopped = !add_row_to_lists(lists, row, side.columns, to, *work.unit.stop, wants_all, add);
  }
  return lists;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
