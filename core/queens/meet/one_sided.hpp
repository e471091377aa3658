// One unit of the one-sided engine: for each of its column sets, tops and bottoms from the lists,
// tops filtered by the last queens of the bottoms, and the join.
#pragma once

#include <cstring>

#include "core/queens/meet/half_lists.hpp"
#include "core/queens/meet/join.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

constexpr int kMaxCrossings = 2 * (kMaxColumns - 1);

/// Which crossings are bits of the keys of a column set.
struct KeyMap {
  KeyBits top;
  KeyBits bottom;
  int bytes;
  std::uint64_t live;                ///< all bits of keys
  std::uint64_t key[kMaxCrossings];  ///< a crossing's bit, or 0

  /// Bits that a bottom queen takes.
  std::uint64_t bottom_queen(const Halves& halves, int row, int column) const {
    const int kinds = halves.queens - 1;
    const int first = column - row + halves.bottom_rows - 1;
    const int second = column + row - halves.bottom_rows;
    return (first < kinds ? key[first] : 0) | (second >= 0 ? key[kinds + second] : 0);
  }
  /// Bits that a top queen takes.
  std::uint64_t top_queen(const Halves& halves, int row, int column) const {
    const int kinds = halves.queens - 1;
    const int first = column + row - halves.top_rows;
    const int second = column - row + halves.top_rows - 1;
    return (first >= 0 ? key[first] : 0) | (second < kinds ? key[kinds + second] : 0);
  }
};

struct OneSided {
  OneSided(const OneSidedUnit& a_unit, Workspace& a_workspace)
      : unit(a_unit), workspace(a_workspace), halves(a_unit.halves) {}

  const OneSidedUnit& unit;
  Workspace& workspace;
  Halves halves;
  bool stopped = false;
  Tally tally;
  HalfLists top;
  HalfLists bottom;
  std::uint32_t top_columns_of[kMaxCrossings];     ///< columns in which a half's squares
  std::uint32_t bottom_columns_of[kMaxCrossings];  ///< lie that a crossing attacks

  KeyMap keys;
  StateGroups tops;     ///< of the column set, by the column of their last row
  KeyGroups top_keys;   ///< for the rank in hand
  RankTest test;        ///< of states, for that rank
  StateGroups bottoms;  ///< with the last row in hand, by the column of the row before
};

void find_crossings(OneSided& work) {
  const Halves& halves = work.halves;
  const int kinds = halves.queens - 1;
  for (int i = 0; i < 2 * kinds; ++i) work.top_columns_of[i] = work.bottom_columns_of[i] = 0;
  const auto note = [&](int i, std::uint32_t* columns_of, int column) {
    if (i >= 0 && i < kinds) columns_of[i] |= std::uint32_t{1} << column;
  };
  for (int column = 0; column < halves.queens; ++column) {
    for (int row = 0; row < halves.top_rows; ++row) {
      note(column + row - halves.top_rows, work.top_columns_of, column);
      note(column - row + halves.top_rows - 1, work.top_columns_of + kinds, column);
    }
    for (int row = 0; row < halves.bottom_rows; ++row) {
      note(column - row + halves.bottom_rows - 1, work.bottom_columns_of, column);
      note(column + row - halves.bottom_rows, work.bottom_columns_of + kinds, column);
    }
  }
}

void choose_keys(OneSided& work, std::uint32_t top_columns, std::uint32_t bottom_columns) {
  const int crossings = 2 * (work.halves.queens - 1);
  KeyMap& keys = work.keys;
  int chosen[kMaxCrossings];
  int count = 0;
  // The first crossing and the last meet only one square of the bottoms, in their last row, by
  // which tops are filtered before keys are compared.
  for (int i = 0; i < crossings; ++i) {
    keys.key[i] = 0;
    if (i == 0 || i == crossings - 1) continue;
    if ((work.top_columns_of[i] & top_columns) == 0) continue;
    if ((work.bottom_columns_of[i] & bottom_columns) == 0) continue;
    chosen[count++] = i;
  }
  keys.bytes = count <= 23 ? 3 : count <= 31 ? 4 : 5;
  keys.live = 0;
  std::uint8_t from_top[kMaxKeyBytes][8];
  std::uint8_t from_bottom[kMaxKeyBytes][8];
  std::memset(from_top, kNoBit, sizeof(from_top));
  std::memset(from_bottom, kNoBit, sizeof(from_bottom));
  for (int n = 0; n < count; ++n) {
    const int byte = n * keys.bytes / count;
    const int bit = n - (byte * count + keys.bytes - 1) / keys.bytes;
    from_top[byte][bit] = static_cast<std::uint8_t>(top_bit(work.halves, chosen[n]));
    from_bottom[byte][bit] = static_cast<std::uint8_t>(bottom_bit(work.halves, chosen[n]));
    keys.key[chosen[n]] = std::uint64_t{1} << (8 * byte + bit);
    keys.live |= keys.key[chosen[n]];
  }
  keys.top = key_bits(from_top, false);
  keys.bottom = key_bits(from_bottom, true);
}

// The tops of a column set, grouped by their last row.
void make_tops(OneSided& work, std::uint32_t columns) {
  const Lists& lists = work.top.lists;
  LastQueens choices[kMaxColumns / 2 * kMaxLastQueens];
  int ends[kMaxColumns];
  int count = 0;
  StateGroups& tops = work.tops;
  tops.size = 0;
  for (std::uint32_t rest = columns; rest != 0; rest &= rest - 1) {
    const int last = __builtin_ctz(rest);
    count += choose_last_queens(work.top, work.halves, columns, last, choices + count);
    tops.columns[tops.size] = last;
    ends[tops.size++] = count;
  }
  std::size_t most = 64;
  for (int i = 0; i < count; ++i) most += choices[i].list.length;
  tops.states = room_for<State>(work.workspace.tops, most);
  const int groups = tops.size;
  tops.size = 0;
  std::uint32_t length = 0;
  int i = 0;
  for (int group = 0; group < groups; ++group) {
    tops.begins[tops.size] = length;
    tops.columns[tops.size] = tops.columns[group];
    for (; i < ends[group]; ++i) {
      length += add_last_queens(lists, choices[i], choices[i + 1 < count ? i + 1 : i],
                                tops.states + length);
    }
    tops.size += static_cast<int>(tops.begins[tops.size] != length);
  }
  tops.begins[tops.size] = length;
}

// The bottoms with `last` in their last row, grouped by the row before it.
void make_bottoms(OneSided& work, std::uint32_t columns, int last) {
  const Lists& lists = work.bottom.lists;
  LastQueens choices[kMaxLastQueens];
  const int count = choose_last_queens(work.bottom, work.halves, columns, last, choices);
  std::size_t most = 64;
  for (int i = 0; i < count; ++i) most += choices[i].list.length;
  StateGroups& bottoms = work.bottoms;
  bottoms.states = room_for<State>(work.workspace.bottoms, most);
  bottoms.size = 0;
  std::uint32_t length = 0;
  for (int i = 0; i < count;) {
    const int second = choices[i].second;
    bottoms.begins[bottoms.size] = length;
    bottoms.columns[bottoms.size] = second;
    for (; i < count && choices[i].second == second; ++i) {
      length += add_last_queens(lists, choices[i], choices[i + 1 < count ? i + 1 : i],
                                bottoms.states + length);
    }
    bottoms.size += static_cast<int>(bottoms.begins[bottoms.size] != length);
  }
  bottoms.begins[bottoms.size] = length;
}

/// Ways to join the tops and the bottoms that are left, by what is filtered once more before.
enum class Filters {
  kNone,
  kTops,     ///< tops by the column of the row before the bottoms' last
  kBottoms,  ///< bottoms by the column of the tops' last row
  kBoth,
};

/// Those for which tops or bottoms must be in groups.
constexpr bool groups_tops(Filters filters) {
  return filters == Filters::kBottoms || filters == Filters::kBoth;
}
constexpr bool groups_bottoms(Filters filters) {
  return filters == Filters::kTops || filters == Filters::kBoth;
}

// Which of them costs least, if a filter keeps three in seven. The tops are still all of the column
// set.
PUZZLED_INLINE Filters choose_filters(const OneSided& work, std::uint64_t live) {
  const auto kept = [](std::uint32_t count) { return count * 3 / 7; };
  const auto filter = [](std::uint32_t count) { return kCyclesPerFilter + count / kKeysPerCycle; };
  const auto best = [](std::uint32_t tops, std::uint32_t bottoms, std::uint32_t tables) {
    const std::uint64_t one = cost_of_join(tops, bottoms, tables);
    const std::uint64_t other = cost_of_join(bottoms, tops, tables);
    return one < other ? one : other;
  };
  const std::uint32_t top_count = work.tops.count() * 2 / 5 + 1;
  const std::uint32_t bottom_count = work.bottoms.count();
  const std::uint32_t tables = cost_of_tables(work.keys.bytes, live);
  const std::uint32_t after_one = kCyclesPerBlock + (tables - kCyclesPerBlock) * 5 / 8;
  const std::uint32_t after_two = kCyclesPerBlock + (tables - kCyclesPerBlock) * 3 / 8;
  const auto runs = static_cast<std::uint32_t>(work.bottoms.size);
  const auto groups = static_cast<std::uint32_t>(work.tops.size);
  const std::uint32_t run = bottom_count / runs + 1;
  const std::uint32_t group = top_count / groups + 1;
  const std::uint64_t costs[4] = {
      best(top_count, bottom_count, tables),
      runs * (filter(top_count) + best(kept(top_count), run, after_one)),
      groups * (filter(bottom_count) + best(group, kept(bottom_count), after_one)),
      runs *
          (filter(top_count) + groups * (filter(run) + best(kept(group), kept(run), after_two)))};
  int least = 0;
  for (int i = 1; i < 4; ++i) least = costs[i] < costs[least] ? i : least;
  return static_cast<Filters>(least);
}

// Bottoms with the tops of each group, after the group's queen has filtered them.
template <int kBytes>
std::uint64_t join_groups(OneSided& work, const KeyGroups& tops, const RankedKeys& bottoms,
                          std::uint64_t live) {
  const Halves& halves = work.halves;
  Tables& tables = *room_for<Tables>(work.workspace.tables, 1);
  const Keys fitting = keys_in(work.workspace.filtered_bottoms, bottoms.total());
  std::uint64_t fits = 0;
  for (int i = 0; i < tops.size; ++i) {
    const RankedKeys group = tops.group(i);
    if (group.total() == 0) continue;
    const std::uint64_t queen = work.keys.top_queen(halves, halves.top_rows - 1, tops.columns[i]);
    const RankedKeys left = filter_keys<high_bytes(kBytes)>(bottoms, queen, fitting);
    fits += join<kBytes>(group, left, live & ~queen, tables);
  }
  return fits;
}

template <int kBytes>
std::uint64_t join_bottoms(OneSided& work, const KeyGroups& tops, const KeyGroups& bottoms,
                           Filters filters, std::uint64_t live) {
  constexpr int kHigh = high_bytes(kBytes);
  const Halves& halves = work.halves;
  if (tops.all.total() == 0 || bottoms.all.total() == 0) return 0;
  Tables& tables = *room_for<Tables>(work.workspace.tables, 1);
  if (filters == Filters::kNone) return join<kBytes>(tops.all, bottoms.all, live, tables);
  if (filters == Filters::kBottoms) return join_groups<kBytes>(work, tops, bottoms.all, live);
  std::uint64_t fits = 0;
  for (int i = 0; i < bottoms.size; ++i) {
    const RankedKeys run = bottoms.group(i);
    if (run.total() == 0) continue;
    const std::uint64_t queen =
        work.keys.bottom_queen(halves, halves.bottom_rows - 2, bottoms.columns[i]);
    if (filters == Filters::kTops) {
      const Keys fitting = keys_in(work.workspace.filtered_tops[0], tops.all.total());
      const RankedKeys left = filter_keys<kHigh>(tops.all, queen, fitting);
      fits += join<kBytes>(left, run, live & ~queen, tables);
    } else {
      KeyGroups left;
      filter_groups<kHigh>(tops, queen, work.workspace.filtered_tops, left);
      fits += join_groups<kBytes>(work, left, run, live & ~queen);
    }
  }
  return fits;
}

// The tops that the bottoms' last queen leaves, in groups as before.
template <int kBytes>
PUZZLED_INLINE void filter_tops(OneSided& work, int last, Filters filters, KeyGroups& out) {
  const Halves& halves = work.halves;
  const int crossings = 2 * (halves.queens - 1);
  Workspace& workspace = work.workspace;
  const std::uint64_t queen = work.keys.bottom_queen(halves, halves.bottom_rows - 1, last);
  if (last != 0 && last != halves.queens - 1) {
    filter_groups<high_bytes(kBytes)>(work.top_keys, queen, workspace.tops_left, out);
    return;
  }
  // In a corner, it attacks along a crossing that is no bit of the keys: see choose_keys().
  const State attacked = State{1} << top_bit(halves, last == 0 ? 0 : crossings - 1);
  const StateGroups tops = groups_tops(filters) ? work.tops : work.tops.ungrouped();
  StateGroups left = tops;
  left.states = room_for<State>(workspace.corner_tops, tops.count() + 64);
  for (int i = 0; i < left.size; ++i) {
    const std::uint32_t begin = tops.begins[i];
    left.begins[i + 1] =
        left.begins[i] + filter_states<false>(tops.states + begin, tops.begins[i + 1] - begin,
                                              attacked, left.states + left.begins[i], nullptr);
  }
  KeyGroups packed;
  pack_groups<kBytes>(left, work.keys.top, work.test, workspace.corner_keys, packed);
  filter_groups<high_bytes(kBytes)>(packed, queen, workspace.tops_left, out);
}

template <int kBytes>
void count_column_set(OneSided& work, std::uint32_t bottom_columns) {
  const Halves& halves = work.halves;
  const OneSidedUnit& unit = work.unit;
  for (std::uint32_t rank : {std::uint32_t{unit.ranks.low}, std::uint32_t{unit.ranks.high}}) {
    bool packed = false;
    bool grouped = false;
    work.test = rank_test(unit.ranks.lines, rank, kOneSidedRankBits);
    for (std::uint32_t rest = bottom_columns; rest != 0; rest &= rest - 1) {
      const int last = __builtin_ctz(rest);
      if (unit.weights[last] == 0 || unit.ranks.of_column[last] != rank) continue;
      work.stopped = is_stopped(*unit.stop);
      if (work.stopped) return;
      make_bottoms(work, bottom_columns, last);
      if (work.bottoms.count() == 0) continue;
      const std::uint64_t live =
          work.keys.live & ~work.keys.bottom_queen(halves, halves.bottom_rows - 1, last);
      const Filters filters = choose_filters(work, live);
      if (!packed || groups_tops(filters) > grouped) {
        grouped = groups_tops(filters);
        pack_groups<kBytes>(grouped ? work.tops : work.tops.ungrouped(), work.keys.top, work.test,
                            work.workspace.top_keys, work.top_keys);
        packed = true;
      }
      KeyGroups bottoms;
      pack_groups<kBytes>(groups_bottoms(filters) ? work.bottoms : work.bottoms.ungrouped(),
                          work.keys.bottom, work.test, work.workspace.bottom_keys, bottoms);
      KeyGroups tops;
      filter_tops<kBytes>(work, last, filters, tops);
      add_to(work.tally,
             unit.weights[last] * join_bottoms<kBytes>(work, tops, bottoms, filters, live));
    }
    if (unit.ranks.low == unit.ranks.high) return;
  }
}

bool count_one_sided(const OneSidedUnit& unit, Workspace& workspace, Tally* tally) {
  OneSided work(unit, workspace);
  const int queens = unit.halves.queens;
  const int inner_size = queens - 2 * unit.margin;
  const std::uint32_t board = (std::uint32_t{1} << queens) - 1;
  const std::uint32_t inner = ((std::uint32_t{1} << inner_size) - 1) << unit.margin;
  const std::uint32_t bottom_outer = board & ~inner & ~unit.top_outer;
  find_crossings(work);

  if (!make_half(unit, unit.top_outer, inner, unit.halves.top_rows, unit.top_rows_added,
                 workspace.lists[0], work.top) ||
      !make_half(unit, bottom_outer, inner, unit.halves.bottom_rows, unit.bottom_rows_added,
                 workspace.lists[1], work.bottom)) {
    return false;
  }

  const int inner_tops = unit.halves.top_rows - __builtin_popcount(unit.top_outer);
  const std::uint32_t end = std::uint32_t{1} << inner_size;
  for (std::uint32_t set = (std::uint32_t{1} << inner_tops) - 1; set < end;
       set = next_subset(set)) {
    const std::uint32_t columns = unit.top_outer | set << unit.margin;
    make_tops(work, columns);
    if (work.tops.count() != 0) {
      const std::uint32_t rest = board & ~columns;
      choose_keys(work, columns, rest);
      if (work.keys.bytes == 3) count_column_set<3>(work, rest);
      if (work.keys.bytes == 4) count_column_set<4>(work, rest);
      if (work.keys.bytes == 5) count_column_set<5>(work, rest);
    }
    if (work.stopped) return false;
    if (set == 0) break;
  }
  *tally = work.tally;
  return true;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
