// The lists of a half in the one-sided engine, and what makes placements of the whole half of them:
// the queens of the rows that they have not.
#pragma once

#include "core/queens/meet/groups.hpp"
#include "core/queens/meet/lists.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// The lists of a half, which have not all of its rows: its own, or the first rows.
struct HalfLists {
  int rows;        ///< of the half
  int rows_added;  ///< to the lists, for a column set
  Lists lists;
  Numbering numbering;         ///< of its own lists
  const FirstRowsView* first;  ///< null if it has its own
  std::uint32_t least_rank;    ///< of the first rows that count

  ListRange range(std::uint32_t columns) const {
    return first != nullptr ? first_rows_range(*first, columns, least_rank)
                            : lists.ranges[numbering.number(columns)];
  }
};

// The lists of a half, whose columns are all of `outer` and some of `inner`. False when it was
// stopped.
bool make_half(const OneSidedUnit& unit, std::uint32_t outer, std::uint32_t inner, int rows,
               int rows_added, ListBuffers* buffers, HalfLists& half) {
  half.rows = rows;
  half.rows_added = rows_added;
  if (rows - rows_added == unit.first_rows.rows) {
    half.lists = {unit.first_rows.states, nullptr, nullptr};
    half.first = &unit.first_rows;
    half.least_rank = unit.ranks.low;
    return true;
  }
  half.first = nullptr;
  number_subsets(outer | inner, half.numbering);
  const ListTask task{.halves = unit.halves,
                      .half_rows = rows,
                      .rows = rows - rows_added,
                      .outer = outer,
                      .numbering = &half.numbering,
                      .first_rows = unit.first_rows,
                      .least_rank = unit.ranks.low,
                      .stop = unit.stop};
  return make_lists(task, buffers, &half.lists);
}

// Columns that a queen attacks in a row so far away.
PUZZLED_INLINE std::uint32_t attacked_by(std::uint32_t column_bit, int rows_apart) {
  return column_bit | column_bit << rows_apart | column_bit >> rows_apart;
}

/// Queens of the rows that placements of a half have and its lists have not, and what is left to
/// the lists.
struct LastQueens {
  int second;              ///< column in the row before the last, if the lists have not that one
  State queens;            ///< their squares
  std::uint32_t attacked;  ///< columns in the last row of the lists
  std::uint32_t columns;   ///< of the list
  ListRange list;
};

// The last row is given, and at most two more are chosen.
constexpr int kMaxLastQueens = (kMaxColumns / 2 - 1) * (kMaxColumns / 2 - 2);

// All choices with `last` in the last row, ordered by the row before it. Returns how many.
int choose_last_queens(const HalfLists& half, const Halves& halves, std::uint32_t columns, int last,
                       LastQueens* choices) {
  const int row = half.rows - 1;
  const std::uint32_t last_bit = std::uint32_t{1} << last;
  const State last_queen = queen_at(halves, row, last);
  const std::uint32_t others = columns & ~last_bit;
  if (half.rows_added == 1) {
    *choices = {0, last_queen, attacked_by(last_bit, 1), others, half.range(others)};
    return 1;
  }
  int count = 0;
  for (std::uint32_t seconds = others & ~attacked_by(last_bit, 1); seconds != 0;
       seconds &= seconds - 1) {
    const std::uint32_t second_bit = seconds & (0U - seconds);
    const int second = __builtin_ctz(second_bit);
    const State queens = last_queen | queen_at(halves, row - 1, second);
    const std::uint32_t left = others & ~second_bit;
    const std::uint32_t attacked = attacked_by(second_bit, 1) | attacked_by(last_bit, 2);
    if (half.rows_added == 2) {
      choices[count++] = {second, queens, attacked, left, half.range(left)};
      continue;
    }
    for (std::uint32_t thirds = left & ~attacked; thirds != 0; thirds &= thirds - 1) {
      const std::uint32_t third_bit = thirds & (0U - thirds);
      choices[count++] = {
          second, queens | queen_at(halves, row - 2, __builtin_ctz(third_bit)),
          attacked_by(third_bit, 1) | attacked_by(second_bit, 2) | attacked_by(last_bit, 3),
          left ^ third_bit, half.range(left ^ third_bit)};
    }
  }
  return count;
}

// Appends to `out` what a choice leaves of its list, and returns how many states. `next` comes
// next.
PUZZLED_INLINE std::uint32_t add_last_queens(const Lists& lists, const LastQueens& choice,
                                             const LastQueens& next, State* out) {
  // Lists are mostly in the second or third cache: the next one is fetched meanwhile.
  return filter_list<true>(lists, choice.list, choice.columns, choice.attacked, choice.queens, out,
                           lists.states + next.list.begin);
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
