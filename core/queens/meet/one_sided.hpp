// One unit of the one-sided engine: for each of its column sets, tops and bottoms from the lists,
// tops filtered by the last queens of the bottoms, and the join.
#pragma once

#include <cstring>

#include "core/queens/meet/join.hpp"
#include "core/queens/meet/lists.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

constexpr int kMaxColumns = 22;
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

/// Bottoms of a run have the same column in the row before the last.
struct Run {
  std::uint32_t begin;
  int column;
};

struct OneSided {
  OneSided(const OneSidedUnit& a_unit, Workspace& a_workspace)
      : unit(a_unit), workspace(a_workspace), halves(a_unit.halves) {}

  const OneSidedUnit& unit;
  Workspace& workspace;
  Halves halves;
  bool stopped = false;
  Numbering top_numbering;
  Numbering bottom_numbering;
  Lists top_lists;                                 ///< all but the last row
  Lists bottom_lists;                              ///< all but the last rows_added
  std::uint32_t top_columns_of[kMaxCrossings];     ///< columns in which a half's squares
  std::uint32_t bottom_columns_of[kMaxCrossings];  ///< lie that a crossing attacks

  KeyMap keys;
  State* tops;
  std::uint32_t top_count;
  Keys top_keys;
  // Tops of a group have the same column in their last row.
  int group_count;
  int group_columns[kMaxColumns];
  std::uint32_t all_begins[kMaxColumns + 1];    ///< where the groups begin in `tops`
  std::uint32_t group_begins[kMaxColumns + 1];  ///< and when the bottoms' last queen is known
  Run runs[kMaxColumns + 1];
  int run_count;
};

void find_crossings(OneSided& work) {
  const Halves& halves = work.halves;
  const int kinds = halves.queens - 1;
  for (int i = 0; i < 2 * kinds; ++i) {
    work.top_columns_of[i] = work.bottom_columns_of[i] = 0;
    for (int column = 0; column < halves.queens; ++column) {
      for (int row = 0; row < halves.top_rows; ++row) {
        if ((queen_at(halves, row, column) >> top_bit(halves, i) & 1) == 0) continue;
        work.top_columns_of[i] |= std::uint32_t{1} << column;
      }
      for (int row = 0; row < halves.bottom_rows; ++row) {
        if ((queen_at(halves, row, column) >> bottom_bit(halves, i) & 1) == 0) continue;
        work.bottom_columns_of[i] |= std::uint32_t{1} << column;
      }
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
  std::uint8_t from_top[5][8];
  std::uint8_t from_bottom[5][8];
  std::memset(from_top, 63, sizeof(from_top));
  std::memset(from_bottom, 63, sizeof(from_bottom));
  for (int n = 0; n < count; ++n) {
    const int byte = n % keys.bytes;
    const int bit = n / keys.bytes;
    from_top[byte][bit] = static_cast<std::uint8_t>(top_bit(work.halves, chosen[n]));
    from_bottom[byte][bit] = static_cast<std::uint8_t>(bottom_bit(work.halves, chosen[n]));
    keys.key[chosen[n]] = std::uint64_t{1} << (8 * byte + bit);
    keys.live |= keys.key[chosen[n]];
  }
  std::memcpy(keys.top.from, from_top, sizeof(from_top));
  std::memcpy(keys.bottom.from, from_bottom, sizeof(from_bottom));
}

// The tops of a column set: their last row added to the lists.
void make_tops(OneSided& work, std::uint32_t columns) {
  const std::uint32_t number = work.top_numbering.number(columns);
  std::size_t most = 64;
  for (std::uint32_t rest = number; rest != 0; rest &= rest - 1) {
    most += work.top_lists.ranges[number ^ (rest & (0U - rest))].length;
  }
  work.tops = room_for<State>(work.workspace.tops, most);
  work.top_count = 0;
  work.group_count = 0;
  std::uint32_t set = columns;
  for (std::uint32_t rest = number; rest != 0; rest &= rest - 1, set &= set - 1) {
    const ListRange& from = work.top_lists.ranges[number ^ (rest & (0U - rest))];
    const State queen = queen_at(work.halves, work.halves.top_rows - 1, __builtin_ctz(set));
    work.all_begins[work.group_count] = work.top_count;
    work.group_columns[work.group_count] = __builtin_ctz(set);
    const std::uint32_t length = filter_states<true>(
        work.top_lists.states + from.begin, from.length, queen, work.tops + work.top_count);
    work.top_count += length;
    work.group_count += static_cast<int>(length != 0);
  }
  work.all_begins[work.group_count] = work.top_count;
}

// Columns that a queen attacks in a row so far away.
PUZZLED_INLINE std::uint32_t attacked_by(std::uint32_t column_bit, int rows_apart) {
  return column_bit | column_bit << rows_apart | column_bit >> rows_apart;
}

// Appends the bottoms with these last queens: those of the rows before that the queens leave.
PUZZLED_INLINE std::uint32_t append_bottoms(OneSided& work, std::uint32_t columns, State queens,
                                            std::uint32_t count) {
  const ListRange& from = work.bottom_lists.ranges[work.bottom_numbering.number(columns)];
  Buffer& buffer = work.workspace.bottoms;
  const std::size_t most = std::size_t{count} + from.length + 64;
  if (most * sizeof(State) > buffer.capacity) {
    grow(buffer, most * sizeof(State), count * sizeof(State));
  }
  State* const out = reinterpret_cast<State*>(buffer.bytes) + count;
  return count +
         filter_states<true>(work.bottom_lists.states + from.begin, from.length, queens, out);
}

// The bottoms with `last` in their last row, ordered by the row before it.
std::uint32_t make_bottoms(OneSided& work, std::uint32_t columns, int last) {
  const Halves& halves = work.halves;
  const int row = halves.bottom_rows - 1;
  const std::uint32_t last_bit = std::uint32_t{1} << last;
  const State last_queen = queen_at(halves, row, last);
  const std::uint32_t others = columns & ~last_bit;
  std::uint32_t count = 0;
  work.run_count = 0;
  for (std::uint32_t seconds = others & ~attacked_by(last_bit, 1); seconds != 0;
       seconds &= seconds - 1) {
    const std::uint32_t second_bit = seconds & (0U - seconds);
    const int second = __builtin_ctz(second_bit);
    const State two_queens = last_queen | queen_at(halves, row - 1, second);
    work.runs[work.run_count] = {count, second};
    const std::uint32_t left = others & ~second_bit;
    if (work.unit.rows_added == 2) {
      count = append_bottoms(work, left, two_queens, count);
    } else {
      for (std::uint32_t thirds = left & ~attacked_by(second_bit, 1) & ~attacked_by(last_bit, 2);
           thirds != 0; thirds &= thirds - 1) {
        const std::uint32_t third_bit = thirds & (0U - thirds);
        const State queens = two_queens | queen_at(halves, row - 2, __builtin_ctz(third_bit));
        count = append_bottoms(work, left & ~third_bit, queens, count);
      }
    }
    if (work.runs[work.run_count].begin != count) ++work.run_count;
  }
  work.runs[work.run_count] = {count, -1};
  return count;
}

/// Ways to join the tops and the bottoms that are left, by what is filtered once more before.
enum class Filters {
  kNone,
  kTops,     ///< tops by the column of the row before the bottoms' last
  kBottoms,  ///< bottoms by the column of the tops' last row
  kBoth,
};

// Which of them costs least, if a filter keeps three in seven.
PUZZLED_INLINE Filters choose_filters(const OneSided& work, std::uint32_t bottom_count,
                                      std::uint64_t live) {
  const auto kept = [](std::uint32_t count) { return count * 3 / 7; };
  const auto filter = [](std::uint32_t count) { return kCyclesPerFilter + count / kKeysPerCycle; };
  const auto best = [](std::uint32_t tops, std::uint32_t bottoms, std::uint32_t tables) {
    const std::uint64_t one = cost_of_join(tops, bottoms, tables);
    const std::uint64_t other = cost_of_join(bottoms, tops, tables);
    return one < other ? one : other;
  };
  const std::uint32_t top_count = work.group_begins[work.group_count];
  const std::uint32_t tables = cost_of_tables(work.keys.bytes, live);
  const std::uint32_t after_one = kCyclesPerBlock + (tables - kCyclesPerBlock) * 5 / 8;
  const std::uint32_t after_two = kCyclesPerBlock + (tables - kCyclesPerBlock) * 3 / 8;
  const auto runs = static_cast<std::uint32_t>(work.run_count);
  const auto groups = static_cast<std::uint32_t>(work.group_count);
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

// Bottoms from `begin` with the tops of each group, after the group's queen has filtered them.
template <int kBytes>
std::uint64_t join_groups(OneSided& work, Keys tops, const std::uint32_t* begins, Keys bottoms,
                          std::uint32_t bottom_count, std::uint64_t live) {
  constexpr bool kHigh = kBytes > 4;
  const Halves& halves = work.halves;
  Tables& tables = *room_for<Tables>(work.workspace.tables, 1);
  const Keys fitting = keys_in(work.workspace.filtered[1], bottom_count);
  std::uint64_t fits = 0;
  for (int group = 0; group < work.group_count; ++group) {
    const std::uint32_t count = begins[group + 1] - begins[group];
    if (count == 0) continue;
    const std::uint64_t queen =
        work.keys.top_queen(halves, halves.top_rows - 1, work.group_columns[group]);
    const std::uint32_t left = filter_keys<kHigh>(bottoms, bottom_count, queen, fitting);
    fits += join<kBytes>(tops.at(begins[group]), count, fitting, left, live & ~queen, tables);
  }
  return fits;
}

template <int kBytes>
std::uint64_t join_bottoms(OneSided& work, Keys tops, Keys bottoms, std::uint32_t bottom_count,
                           std::uint64_t live) {
  constexpr bool kHigh = kBytes > 4;
  const Halves& halves = work.halves;
  const std::uint32_t top_count = work.group_begins[work.group_count];
  if (top_count == 0) return 0;
  Tables& tables = *room_for<Tables>(work.workspace.tables, 1);
  const Filters filters = choose_filters(work, bottom_count, live);
  if (filters == Filters::kNone) {
    return join<kBytes>(tops, top_count, bottoms, bottom_count, live, tables);
  }
  if (filters == Filters::kBottoms) {
    return join_groups<kBytes>(work, tops, work.group_begins, bottoms, bottom_count, live);
  }
  std::uint64_t fits = 0;
  const Keys fitting = keys_in(work.workspace.filtered[0], top_count);
  for (int run = 0; run < work.run_count; ++run) {
    const Keys run_bottoms = bottoms.at(work.runs[run].begin);
    const std::uint32_t run_size = work.runs[run + 1].begin - work.runs[run].begin;
    const std::uint64_t queen =
        work.keys.bottom_queen(halves, halves.bottom_rows - 2, work.runs[run].column);
    if (filters == Filters::kTops) {
      const std::uint32_t left = filter_keys<kHigh>(tops, top_count, queen, fitting);
      fits += join<kBytes>(fitting, left, run_bottoms, run_size, live & ~queen, tables);
      continue;
    }
    std::uint32_t begins[kMaxColumns + 1] = {0};
    for (int group = 0; group < work.group_count; ++group) {
      const std::uint32_t from = work.group_begins[group];
      begins[group + 1] =
          begins[group] + filter_keys<kHigh>(tops.at(from), work.group_begins[group + 1] - from,
                                             queen, fitting.at(begins[group]));
    }
    fits += join_groups<kBytes>(work, fitting, begins, run_bottoms, run_size, live & ~queen);
  }
  return fits;
}

// The tops that the bottoms' last queen leaves, in groups as before.
template <int kBytes>
PUZZLED_INLINE void filter_tops(OneSided& work, int last, Keys out) {
  constexpr bool kHigh = kBytes > 4;
  const Halves& halves = work.halves;
  const int crossings = 2 * (halves.queens - 1);
  const std::uint64_t queen = work.keys.bottom_queen(halves, halves.bottom_rows - 1, last);
  // In a corner, it attacks along a crossing that is no bit of the keys: see choose_keys().
  const bool corner = last == 0 || last == halves.queens - 1;
  const State attacked = State{1} << top_bit(halves, last == 0 ? 0 : crossings - 1);
  State* const states =
      corner ? room_for<State>(work.workspace.corner_tops, work.top_count + 64) : nullptr;
  work.group_begins[0] = 0;
  for (int group = 0; group < work.group_count; ++group) {
    const std::uint32_t from = work.all_begins[group];
    std::uint32_t count = work.all_begins[group + 1] - from;
    const Keys to = out.at(work.group_begins[group]);
    if (corner) {
      count = filter_states<false>(work.tops + from, count, attacked, states);
      pack_keys<kBytes>(states, count, work.keys.top, to);
      count = filter_keys<kHigh>(to, count, queen, to);
    } else {
      count = filter_keys<kHigh>(work.top_keys.at(from), count, queen, to);
    }
    work.group_begins[group + 1] = work.group_begins[group] + count;
  }
}

template <int kBytes>
std::uint64_t count_column_set(OneSided& work, std::uint32_t bottom_columns) {
  const Halves& halves = work.halves;
  work.top_keys = keys_in(work.workspace.top_keys, work.top_count);
  pack_keys<kBytes>(work.tops, work.top_count, work.keys.top, work.top_keys);
  const Keys tops = keys_in(work.workspace.tops_left, work.top_count);
  std::uint64_t solutions = 0;
  for (std::uint32_t rest = bottom_columns; rest != 0; rest &= rest - 1) {
    const int last = __builtin_ctz(rest);
    if (work.unit.weights[last] == 0) continue;
    work.stopped = is_stopped(*work.unit.stop);
    if (work.stopped) return 0;
    const std::uint32_t bottom_count = make_bottoms(work, bottom_columns, last);
    if (bottom_count == 0) continue;
    const Keys bottoms = keys_in(work.workspace.bottom_keys, bottom_count);
    pack_keys<kBytes>(reinterpret_cast<const State*>(work.workspace.bottoms.bytes), bottom_count,
                      work.keys.bottom, bottoms);
    filter_tops<kBytes>(work, last, tops);
    const std::uint64_t queen = work.keys.bottom_queen(halves, halves.bottom_rows - 1, last);
    solutions += work.unit.weights[last] *
                 join_bottoms<kBytes>(work, tops, bottoms, bottom_count, work.keys.live & ~queen);
  }
  return solutions;
}

bool count_one_sided(const OneSidedUnit& unit, Workspace& workspace, std::uint64_t* count) {
  OneSided work(unit, workspace);
  const int queens = unit.halves.queens;
  const int inner_size = queens - 2 * unit.margin;
  const std::uint32_t board = (std::uint32_t{1} << queens) - 1;
  const std::uint32_t inner = ((std::uint32_t{1} << inner_size) - 1) << unit.margin;
  const std::uint32_t bottom_outer = board & ~inner & ~unit.top_outer;
  find_crossings(work);

  number_subsets(unit.top_outer | inner, work.top_numbering);
  number_subsets(bottom_outer | inner, work.bottom_numbering);
  const ListTask top_task{.halves = unit.halves,
                          .half_rows = unit.halves.top_rows,
                          .rows = unit.halves.top_rows - 1,
                          .outer = unit.top_outer,
                          .numbering = &work.top_numbering,
                          .first_rows = unit.first_rows,
                          .stop = unit.stop};
  const ListTask bottom_task{.halves = unit.halves,
                             .half_rows = unit.halves.bottom_rows,
                             .rows = unit.halves.bottom_rows - unit.rows_added,
                             .outer = bottom_outer,
                             .numbering = &work.bottom_numbering,
                             .first_rows = unit.first_rows,
                             .stop = unit.stop};
  if (!make_lists(top_task, workspace.lists, workspace.indices, &work.top_lists) ||
      !make_lists(bottom_task, workspace.lists + 2, workspace.indices + 2, &work.bottom_lists)) {
    return false;
  }

  std::uint64_t solutions = 0;
  const int inner_tops = unit.halves.top_rows - __builtin_popcount(unit.top_outer);
  const std::uint32_t end = std::uint32_t{1} << inner_size;
  for (std::uint32_t set = (std::uint32_t{1} << inner_tops) - 1; set < end;
       set = next_subset(set)) {
    const std::uint32_t columns = unit.top_outer | set << unit.margin;
    make_tops(work, columns);
    if (work.top_count != 0) {
      choose_keys(work, columns, board & ~columns);
      const std::uint32_t rest = board & ~columns;
      solutions += work.keys.bytes == 3   ? count_column_set<3>(work, rest)
                   : work.keys.bytes == 4 ? count_column_set<4>(work, rest)
                                          : count_column_set<5>(work, rest);
    }
    if (work.stopped) return false;
    if (set == 0) break;
  }
  *count = solutions;
  return true;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
