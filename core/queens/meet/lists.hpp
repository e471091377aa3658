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
  std::uint32_t ends;  ///< where in Lists::ends its parts are
};

/// Lists of `rows` rows by number of the column set; those not wanted are empty. The states of a
/// list are in the order of the columns of their last row.
struct Lists {
  const State* states;
  const ListRange* ranges;
  /// For each list, and each column of its set from the lowest on: where in the list the states
  /// with this column in the last row end. Null if that is not known.
  const std::uint32_t* ends;

  std::uint32_t length(std::uint32_t set) const { return ranges[set].length; }
  const State* begin(std::uint32_t set) const { return states + ranges[set].begin; }
};

/// The bits of `bits` in the places of `places`, moved together.
PUZZLED_INLINE std::uint32_t extract_bits(std::uint32_t bits, std::uint32_t places) {
#if defined(__BMI2__)
  return _pext_u32(bits, places);
#else
  std::uint32_t extracted = 0;
  for (int i = 0; places != 0; ++i, places &= places - 1) {
    extracted |= static_cast<std::uint32_t>((bits >> __builtin_ctz(places) & 1) != 0) << i;
  }
  return extracted;
#endif
}

// Lists shorter than this are read as a whole: leaving out parts costs mispredicted branches.
constexpr std::uint32_t kLongList = 32 * kGroupSize<State>;

/// Appends to `out` the states of a list that have no bit of `queens`; with kAdd, they
/// get them. `attacked` are columns in which the queens attack the last row of the list: states
/// with a queen there have bits of `queens`, and need not be read. `columns` are those of the set,
/// numbered like `attacked`. `soon` as in filter_states().
template <bool kAdd>
PUZZLED_INLINE std::uint32_t filter_list(const Lists& lists, const ListRange& range,
                                         std::uint32_t columns, std::uint32_t attacked,
                                         State queens, State* out, const State* soon) {
  const State* const in = lists.states + range.begin;
  if (range.length < kLongList || lists.ends == nullptr) {
    return filter_states<kAdd>(in, range.length, queens, out, soon);
  }
  const std::uint32_t* const ends = lists.ends + range.ends;
  std::uint32_t length = 0;
  for (std::uint32_t parts = extract_bits(~attacked, columns); parts != 0;) {
    const int first = __builtin_ctz(parts);
    const int end = first + __builtin_ctz(~(parts >> first));
    const std::uint32_t begin = first == 0 ? 0 : ends[first - 1];
    length +=
        filter_states<kAdd>(in + begin, ends[end - 1] - begin, queens, out + length, soon + begin);
    parts &= ~std::uint32_t{0} << end;
  }
  return length;
}

/// Adds a row to `lists`, which hold the placements on every set of `rows` out of `columns`
/// columns. Sets are numbers whose bit i is column i of those. `wants(set)` says which lists of
/// rows + 1 are needed; the others stay empty. `add(from, column, out)` appends to `out` what a
/// queen in that column of the new row leaves of the states of the list of set `from`, and returns
/// how many. The result stands in `buffers`. False when it was stopped.
template <class Wants, class Add>
PUZZLED_INLINE bool add_row_to_lists(Lists& lists, int rows, int columns, ListBuffers& buffers,
                                     const StopFlag& stop, const Wants& wants, const Add& add) {
  const std::uint32_t end = std::uint32_t{1} << columns;
  auto* const added = room_for<ListRange>(buffers.ranges, end);
  // Room for all that could be: what is never written takes no memory.
  std::size_t most = 64;
  std::size_t wanted = 0;
  for (std::uint32_t x = (std::uint32_t{1} << (rows + 1)) - 1; x < end; x = next_subset(x)) {
    if (!wants(x)) continue;
    ++wanted;
    for (std::uint32_t rest = x; rest != 0; rest &= rest - 1) {
      most += lists.length(x ^ (rest & (0U - rest)));
    }
  }
  State* const out = room_for<State>(buffers.states, most);
  auto* const ends = room_for<std::uint32_t>(buffers.ends, wanted * (rows + 1));
  std::size_t top = 0;
  std::uint32_t parts = 0;
  for (std::uint32_t x = (std::uint32_t{1} << (rows + 1)) - 1; x < end; x = next_subset(x)) {
    added[x] = {static_cast<std::uint32_t>(top), 0, parts};
    if (!wants(x)) continue;
    if (is_stopped(stop)) return false;
    std::uint32_t length = 0;
    for (std::uint32_t rest = x; rest != 0; rest &= rest - 1) {
      length += add(x ^ (rest & (0U - rest)), __builtin_ctz(rest), out + top + length);
      ends[parts++] = length;
    }
    added[x].length = length;
    top += length;
  }
  lists = {out, added, ends};
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

/// The list of the first rows on a column set, without placements below the rank.
PUZZLED_INLINE ListRange first_rows_range(const FirstRowsView& first, std::uint32_t columns,
                                          std::uint32_t least_rank) {
  const std::uint32_t low_mask = (std::uint32_t{1} << first.low_columns) - 1;
  const std::uint32_t number =
      first.high_number[columns >> first.low_columns] + first.low_number[columns & low_mask];
  return {first.starts[number], first.at_least[least_rank * first.lists + number], 0};
}

/// Ranges of the lists that are at hand from the start, without placements below the rank.
void look_up_first_rows(const ListTask& task, std::uint32_t wanted_outer, ListRange* ranges) {
  const FirstRowsView& first = task.first_rows;
  const std::uint32_t end = std::uint32_t{1} << task.numbering->size;
  const int spare = task.half_rows - first.rows;
  for (std::uint32_t x = (std::uint32_t{1} << first.rows) - 1; x < end; x = next_subset(x)) {
    ranges[x] = {0, 0, 0};
    if (__builtin_popcount(wanted_outer & ~x) > spare) continue;
    ranges[x] = first_rows_range(first, task.numbering->set(x), task.least_rank);
  }
}

/// False when it was stopped.
/// REQUIRES: first_rows.rows <= rows. `buffers` are two.
bool make_lists(const ListTask& task, ListBuffers* buffers, Lists* result) {
  const Numbering& numbering = *task.numbering;
  const std::uint32_t outer = numbering.number(task.outer);
  auto* const ranges = room_for<ListRange>(buffers[0].ranges, std::size_t{1} << numbering.size);
  look_up_first_rows(task, outer, ranges);
  *result = {task.first_rows.states, ranges, nullptr};
  for (int row = task.first_rows.rows; row < task.rows; ++row) {
    const int to = (row - task.first_rows.rows + 1) & 1;
    const auto wants = [&](std::uint32_t x) {
      return __builtin_popcount(outer & ~x) < task.half_rows - row;
    };
    const auto add = [&](std::uint32_t from, int column, State* out) {
      const State queen = queen_at(task.halves, row, numbering.column_of[column]);
      return filter_states<true>(result->begin(from), result->length(from), queen, out, nullptr);
    };
    if (!add_row_to_lists(*result, row, numbering.size, buffers[to], *task.stop, wants, add)) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
