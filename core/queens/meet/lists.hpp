// The lists of a half: for each set of columns, all placements of as many rows, by dynamic
// programming: List[S] is the union over the columns x of S of those in List[S without x] that a
// queen on x in the next row does not attack.
#pragma once

#include "core/queens/meet/filters.hpp"
#include "core/queens/meet/unit.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Numbers the subsets of a set of columns: bit i of a number is the i-th column of the set.
struct Numbering {
  std::uint32_t columns;
  int size;
  int column_of[24];
  std::uint32_t set_of[3][256];     ///< by byte of a number
  std::uint32_t number_of[3][256];  ///< by byte of a set

  std::uint32_t set(std::uint32_t number) const {
    return set_of[0][number & 255] | set_of[1][number >> 8 & 255] | set_of[2][number >> 16];
  }
  std::uint32_t number(std::uint32_t set) const {
    return number_of[0][set & 255] | number_of[1][set >> 8 & 255] | number_of[2][set >> 16];
  }
};

void number_subsets(std::uint32_t columns, Numbering& numbering) {
  numbering.columns = columns;
  numbering.size = __builtin_popcount(columns);
  int i = 0;
  for (std::uint32_t rest = columns; rest != 0; rest &= rest - 1) {
    numbering.column_of[i++] = __builtin_ctz(rest);
  }
  for (int byte = 0; byte < 3; ++byte) {
    numbering.set_of[byte][0] = numbering.number_of[byte][0] = 0;
    for (std::uint32_t bits = 1; bits < 256; ++bits) {
      const std::uint32_t rest = bits & (bits - 1);
      const int bit = 8 * byte + __builtin_ctz(bits);
      numbering.set_of[byte][bits] =
          numbering.set_of[byte][rest] |
          (bit < numbering.size ? std::uint32_t{1} << numbering.column_of[bit] : 0);
      const bool has = bit < 24 && (columns >> bit & 1) != 0;
      const std::uint32_t below = columns & ((std::uint32_t{1} << bit) - 1);
      numbering.number_of[byte][bits] = numbering.number_of[byte][rest] |
                                        (has ? std::uint32_t{1} << __builtin_popcount(below) : 0);
    }
  }
}

/// The next larger number with as many bits; 0 has no next.
PUZZLED_INLINE std::uint32_t next_subset(std::uint32_t number) {
  const std::uint32_t lowest = number & (0U - number);
  const std::uint32_t ripple = number + lowest;
  return ((ripple ^ number) >> 2 >> __builtin_ctz(lowest)) | ripple;
}

struct ListRange {
  std::uint32_t begin;
  std::uint32_t length;
};

/// Lists of `rows` rows by number of the column set; those not wanted are empty.
struct Lists {
  const State* states;
  const ListRange* ranges;

  std::uint32_t length(std::uint32_t set) const { return ranges[set].length; }
};

/// Adds a row to `lists`, which hold the placements on every set of `rows` out of `columns`
/// columns. Sets are numbers whose bit i is column i of those. `wants(set)` says which lists of
/// rows + 1 are needed; the others stay empty. `add(states, count, column, out)` appends to `out`
/// what a queen in that column of the new row leaves of these states, and returns how many. The
/// result stands in `states` and `ranges`. False when it was stopped.
template <class Wants, class Add>
PUZZLED_INLINE bool add_row_to_lists(Lists& lists, int rows, int columns, Buffer& states,
                                     Buffer& ranges, const StopFlag& stop, const Wants& wants,
                                     const Add& add) {
  const std::uint32_t end = std::uint32_t{1} << columns;
  auto* const added = room_for<ListRange>(ranges, end);
  // Room for all that could be: what is never written takes no memory.
  std::size_t most = 64;
  for (std::uint32_t x = (std::uint32_t{1} << (rows + 1)) - 1; x < end; x = next_subset(x)) {
    if (!wants(x)) continue;
    for (std::uint32_t rest = x; rest != 0; rest &= rest - 1) {
      most += lists.length(x ^ (rest & (0U - rest)));
    }
  }
  State* const out = room_for<State>(states, most);
  std::size_t top = 0;
  for (std::uint32_t x = (std::uint32_t{1} << (rows + 1)) - 1; x < end; x = next_subset(x)) {
    added[x] = {static_cast<std::uint32_t>(top), 0};
    if (!wants(x)) continue;
    if (is_stopped(stop)) return false;
    std::uint32_t length = 0;
    for (std::uint32_t rest = x; rest != 0; rest &= rest - 1) {
      const ListRange& from = lists.ranges[x ^ (rest & (0U - rest))];
      length +=
          add(lists.states + from.begin, from.length, __builtin_ctz(rest), out + top + length);
    }
    added[x].length = length;
    top += length;
  }
  lists = {out, added};
  return true;
}

struct ListTask {
  Halves halves;
  int half_rows;        ///< of the whole half
  int rows;             ///< of the lists wanted
  std::uint32_t outer;  ///< columns that must all be taken by the end
  const Numbering* numbering;
  FirstRowsView first_rows;
  std::uint32_t least_rank;  ///< of the placements wanted (see ranks.hpp)
  const StopFlag* stop;
};

/// Ranges of the lists that are at hand from the start, without placements below the rank.
void look_up_first_rows(const ListTask& task, std::uint32_t wanted_outer, ListRange* ranges) {
  const FirstRowsView& first = task.first_rows;
  const std::uint32_t end = std::uint32_t{1} << task.numbering->size;
  const std::uint32_t low_mask = (std::uint32_t{1} << first.low_columns) - 1;
  const std::uint32_t ranks = rank_end(first.lines) + 1;
  const int spare = task.half_rows - first.rows;
  for (std::uint32_t x = (std::uint32_t{1} << first.rows) - 1; x < end; x = next_subset(x)) {
    ranges[x] = {0, 0};
    if (__builtin_popcount(wanted_outer & ~x) > spare) continue;
    const std::uint32_t set = task.numbering->set(x);
    const std::uint32_t number =
        first.high_number[set >> first.low_columns] + first.low_number[set & low_mask];
    ranges[x].begin = static_cast<std::uint32_t>(first.starts[number]);
    ranges[x].length = first.at_least[std::size_t{number} * ranks + task.least_rank];
  }
}

/// False when it was stopped.
/// REQUIRES: first_rows.rows <= rows. `states` and `indices` are two buffers each.
bool make_lists(const ListTask& task, Buffer* states, Buffer* indices, Lists* result) {
  const Numbering& numbering = *task.numbering;
  const std::uint32_t outer = numbering.number(task.outer);
  auto* const ranges = room_for<ListRange>(indices[0], std::size_t{1} << numbering.size);
  look_up_first_rows(task, outer, ranges);
  *result = {task.first_rows.states, ranges};
  for (int row = task.first_rows.rows; row < task.rows; ++row) {
    const int to = (row - task.first_rows.rows + 1) & 1;
    const auto wants = [&](std::uint32_t x) {
      return __builtin_popcount(outer & ~x) < task.half_rows - row;
    };
    const auto add = [&](const State* from, std::uint32_t count, int column, State* out) {
      const State queen = queen_at(task.halves, row, numbering.column_of[column]);
      return filter_states<true>(from, count, queen, out);
    };
    if (!add_row_to_lists(*result, row, numbering.size, states[to], indices[to], *task.stop, wants,
                          add)) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
