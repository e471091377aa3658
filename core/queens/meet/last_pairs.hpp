// The last two pairs of middle rows, at once. Each list is filtered by its own side's two queens
// and packed into keys; all else is done with keys, which stay in the second-level cache: those of
// the other side's queens filter them, and what is left is joined.
#pragma once

#include "core/queens/meet/join.hpp"
#include "core/queens/meet/middle_keys.hpp"
#include "core/queens/meet/middle_rows.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// The bottoms behind two queens.
struct BottomSet {
  int rank;  ///< which of the column ranks its solutions have
  int columns[kLastPairs];
  std::uint64_t on_tops[kLastPairs];  ///< bits of top keys that its queens attack
  std::uint64_t weight;
  RankedKeys all;
  RankedKeys left;  ///< after the tops' first queen
};

struct LastPairs {
  LastPairs(TwoSided& a_work, const Node& a_node, const MiddleKeys& some_keys, BottomSet* room)
      : work(a_work), node(a_node), keys(some_keys), sets(room) {}

  TwoSided& work;
  const Node& node;
  const MiddleKeys& keys;
  int rows[2][kLastPairs];  ///< of the queens to place
  int top_rows;             ///< how many of them are tops': one or two; bottoms' are two
  std::uint32_t most[2];    ///< the longest list of each side
  std::size_t all_bottoms;  ///< room for all sets
  BottomSet* sets;
  int set_count = 0;
  RankTest tests[2];  ///< for the column ranks; the second one where the first queen decides
  int rank_count = 1;

  std::uint64_t attacked_keys(int side, int row, int column) const {
    return key_of(keys, side, work.attack(side, row, column));
  }
};

/// `count` keys, and as many more that no vector written past an end reaches.
PUZZLED_INLINE std::size_t spaced(std::size_t count) {
  return (count + 63) / 64 * 64;
}

void measure_lists(LastPairs& last) {
  last.all_bottoms = 0;
  for (int side = 0; side < 2; ++side) {
    last.most[side] = 0;
    for_each_subset(last.node.left[side], last.work.sides[side].list_rows, [&](std::uint32_t x) {
      const std::uint32_t length = last.node.lists[side].length(x);
      if (length > last.most[side]) last.most[side] = length;
      // Either column may be the first row's.
      if (side == 1) last.all_bottoms += 2 * spaced(length);
    });
  }
}

/// The bottoms, for each first and second queen that can stand.
template <int kBytes>
void pack_bottoms(LastPairs& last, State* own) {
  TwoSided& work = last.work;
  const Node& node = last.node;
  const bool decides = node.placed[1] == 0;
  const Keys above = keys_in(work.workspace.bottom_keys[0], last.all_bottoms);
  const Keys at = keys_in(work.workspace.bottom_keys[1], last.all_bottoms);
  std::size_t begin = 0;
  for (std::uint32_t firsts = node.left[1]; firsts != 0; firsts &= firsts - 1) {
    const std::uint32_t first_bit = firsts & (0U - firsts);
    const int first = work.sides[1].column_of[__builtin_ctz(firsts)];
    if (is_attacked(work, node, last.rows[1][0], first)) continue;
    const Counting counting = decides ? counting_of(work.unit, first) : node.counting;
    if (counting.weight == 0) continue;
    const int rank = counting.test.rank == last.tests[0].rank ? 0 : 1;
    for (std::uint32_t rest = node.left[1] ^ first_bit; rest != 0; rest &= rest - 1) {
      const int second = work.sides[1].column_of[__builtin_ctz(rest)];
      const int apart = second > first ? second - first : first - second;
      if (apart == 1 || is_attacked(work, node, last.rows[1][1], second)) continue;
      const std::uint32_t count =
          filter_side_list(work, node, 1, node.left[1] ^ first_bit ^ (rest & (0U - rest)),
                           node.attacked[1] | work.attack(1, last.rows[1][0], first) |
                               work.attack(1, last.rows[1][1], second),
                           own);
      const RankedKeys keys = pack_keys<kBytes>(own, count, last.keys.bits[1], counting.test,
                                                above.at(begin), at.at(begin));
      if (keys.total() == 0) continue;
      BottomSet& set = last.sets[last.set_count++];
      set.rank = rank;
      set.columns[0] = first;
      set.columns[1] = second;
      set.on_tops[0] = last.attacked_keys(0, last.rows[1][0], first);
      set.on_tops[1] = last.attacked_keys(0, last.rows[1][1], second);
      set.weight = counting.weight;
      set.all = keys;
      begin += spaced(keys.total());
    }
  }
}

/// Whether the queens of the set can stand beside those placed.
PUZZLED_INLINE bool can_stand(const LastPairs& last, const Node& node, const BottomSet& set) {
  return !is_attacked(last.work, node, last.rows[1][0], set.columns[0]) &&
         !is_attacked(last.work, node, last.rows[1][1], set.columns[1]);
}

/// What the tops' first queen leaves of the bottoms.
template <int kBytes>
void filter_sets(LastPairs& last, const Node& with_first, std::uint64_t attacked) {
  const Keys room = keys_in(last.work.workspace.filtered_sets, last.all_bottoms);
  std::size_t begin = 0;
  for (int i = 0; i < last.set_count; ++i) {
    BottomSet& set = last.sets[i];
    set.left = {};
    if (!can_stand(last, with_first, set)) continue;
    set.left = filter_keys<high_bytes(kBytes)>(set.all, attacked, room.at(begin));
    begin += spaced(set.left.total());
  }
}

/// join(), with no more tables than there are bytes with bits of `live`.
template <int kBytes>
std::uint64_t join_live(const RankedKeys& tops, const RankedKeys& bottoms, std::uint64_t live,
                        Tables& tables) {
  if (kBytes > 5 && live >> 40 != 0) return join<kBytes>(tops, bottoms, live, tables);
  if (live >> 32 != 0) return join<5>(tops, bottoms, live, tables);
  return join<4>(tops, bottoms, live, tables);
}

/// Joins tops with all bottoms of that rank which their two queens leave. `attacked[i]`: bits of
/// bottom keys that the tops' queen i attacks.
template <int kBytes>
void join_tops(LastPairs& last, const Node& with_both, const RankedKeys& tops, int rank,
               const std::uint64_t* attacked) {
  constexpr int kHigh = high_bytes(kBytes);
  Workspace& workspace = last.work.workspace;
  Tables& tables = *room_for<Tables>(workspace.tables, 1);
  const Keys room_once = keys_in(workspace.filtered_tops[0], last.most[0]);
  const Keys room = keys_in(workspace.filtered_tops[1], last.most[0]);
  const Keys bottom_room = keys_in(workspace.filtered_bottoms, last.most[1]);
  int filtered_by = -1;
  RankedKeys once{};
  for (int i = 0; i < last.set_count; ++i) {
    const BottomSet& set = last.sets[i];
    if (set.rank != rank || set.left.total() == 0 || !can_stand(last, with_both, set)) continue;
    if (set.columns[0] != filtered_by) {
      filtered_by = set.columns[0];
      once = filter_keys<kHigh>(tops, set.on_tops[0], room_once);
    }
    if (once.total() == 0) continue;
    const RankedKeys left = filter_keys<kHigh>(once, set.on_tops[1], room);
    if (left.total() == 0) continue;
    const RankedKeys bottoms =
        last.top_rows == 1 ? set.left : filter_keys<kHigh>(set.left, attacked[1], bottom_room);
    const std::uint64_t live =
        last.keys.live & ~(set.on_tops[0] | set.on_tops[1] | attacked[0] | attacked[1]);
    add_to(last.work.tally, set.weight * join_live<kBytes>(left, bottoms, live, tables));
  }
}

/// Tops with the queens placed in `with_tops`, which attack `attacked`, joined with all bottoms.
template <int kBytes>
void pack_and_join_tops(LastPairs& last, const Node& with_tops, State by_own,
                        const std::uint64_t* attacked, State* own) {
  Workspace& workspace = last.work.workspace;
  const std::uint32_t count = filter_side_list(last.work, last.node, 0, with_tops.left[0],
                                               last.node.attacked[0] | by_own, own);
  if (count == 0) return;
  const Keys above = keys_in(workspace.top_keys[0], last.most[0]);
  const Keys at = keys_in(workspace.top_keys[1], last.most[0]);
  for (int rank = 0; rank < last.rank_count; ++rank) {
    const RankedKeys tops =
        pack_keys<kBytes>(own, count, last.keys.bits[0], last.tests[rank], above, at);
    if (tops.total() != 0) join_tops<kBytes>(last, with_tops, tops, rank, attacked);
  }
}

/// REQUIRES: two bottom rows are left, and one or two top rows.
template <int kBytes>
void count_last_pairs(TwoSided& work, const Node& node, const MiddleKeys& keys) {
  BottomSet sets[kMaxHalfColumns * kMaxHalfColumns];
  LastPairs last(work, node, keys, sets);
  last.top_rows = middle_rows(work, 0) - node.placed[0];
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < kLastPairs; ++i) {
      last.rows[side][i] = work.row_of(side, node.placed[side] + i);
    }
  }
  last.tests[0] = node.counting.test;
  if (node.placed[1] == 0) {
    const RankBounds& ranks = work.unit.ranks;
    last.tests[0] = rank_test(ranks.lines, ranks.low, kTwoSidedRankBits);
    last.tests[1] = rank_test(ranks.lines, ranks.high, kTwoSidedRankBits);
    last.rank_count = ranks.low == ranks.high ? 1 : 2;
  }
  measure_lists(last);
  const std::uint32_t longest = last.most[0] > last.most[1] ? last.most[0] : last.most[1];
  State* const own = room_for<State>(work.workspace.tops, longest + 64);
  pack_bottoms<kBytes>(last, own);
  if (last.set_count == 0) return;

  for (std::uint32_t firsts = node.left[0]; firsts != 0; firsts &= firsts - 1) {
    const int first = work.sides[0].column_of[__builtin_ctz(firsts)];
    if (is_attacked(work, node, last.rows[0][0], first)) continue;
    Node with_first = node;
    place(work, with_first, 0, __builtin_ctz(firsts));
    const State by_first = work.attack(0, last.rows[0][0], first);
    std::uint64_t attacked[kLastPairs] = {last.attacked_keys(1, last.rows[0][0], first), 0};
    filter_sets<kBytes>(last, with_first, attacked[0]);
    work.stopped = work.stopped || is_stopped(*work.unit.stop);
    if (work.stopped) return;
    if (last.top_rows == 1) {
      pack_and_join_tops<kBytes>(last, with_first, by_first, attacked, own);
      continue;
    }
    for (std::uint32_t rest = with_first.left[0]; rest != 0; rest &= rest - 1) {
      work.stopped = work.stopped || is_stopped(*work.unit.stop);
      if (work.stopped) return;
      const int second = work.sides[0].column_of[__builtin_ctz(rest)];
      if (is_attacked(work, with_first, last.rows[0][1], second)) continue;
      Node with_both = with_first;
      place(work, with_both, 0, __builtin_ctz(rest));
      attacked[1] = last.attacked_keys(1, last.rows[0][1], second);
      pack_and_join_tops<kBytes>(last, with_both,
                                 by_first | work.attack(0, last.rows[0][1], second), attacked, own);
    }
  }
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
