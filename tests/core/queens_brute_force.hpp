// All solutions of small boards row by row, and how often transposition makes each count: the rules
// as core/queens/meet/ranks.hpp tells them, in code that shares nothing with the engines.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

namespace puzzled::queens {

/// The other number, from 0, of each line's queen: columns by row, or rows by column.
using Places = std::array<int, 32>;

/// The diagonals and columns that the queens above a row take, by column of that row.
struct Taken {
  unsigned columns = 0;
  unsigned rising = 0;
  unsigned falling = 0;
};

/// Calls visit(columns) for every solution that goes on from `row` rows, with the queen of each row
/// in one of the columns allowed(row).
template <class Visit, class Allowed>
void for_each_solution(int queens, const Visit& visit, const Allowed& allowed, Places& columns,
                       int row = 0, Taken taken = {}) {
  if (row == queens) return visit(columns);
  const unsigned free = ~(taken.columns | taken.rising | taken.falling) & allowed(row);
  for (unsigned rest = free; rest != 0; rest &= rest - 1) {
    const unsigned square = rest & (0U - rest);
    columns[row] = std::countr_zero(square);
    for_each_solution(
        queens, visit, allowed, columns, row + 1,
        {taken.columns | square, (taken.rising | square) << 1U, (taken.falling | square) >> 1U});
  }
}

/// The rank of an edge: outward(i) is the place of the queen in its line i, from the outermost.
template <class Place>
int edge_rank(int queens, int lines, const Place& place) {
  int rank = 0;
  for (int line = 0; line < lines; ++line) {
    if (2 * place(line) + 1 == queens) return 1 << (lines - 1);
    const bool second_half = 2 * place(line) > queens - 1;
    const bool last_in_second_half = 2 * place(lines - 1) > queens - 1;
    if (second_half != last_in_second_half) rank += 1 << line;
  }
  return rank;
}

/// The smaller rank of two opposite edges.
inline int smaller_rank(int queens, int lines, const Places& places) {
  return std::min(edge_rank(queens, lines, [&](int line) { return places[line]; }),
                  edge_rank(queens, lines, [&](int line) { return places[queens - 1 - line]; }));
}

/// How often a solution counts, if `lines` lines along each edge have ranks.
inline int times_counted(int queens, int lines, const Places& columns) {
  Places rows{};
  for (int row = 0; row < queens; ++row) rows[columns[row]] = row;
  const int row_rank = smaller_rank(queens, lines, columns);
  const int column_rank = smaller_rank(queens, lines, rows);
  return (row_rank >= column_rank ? 1 : 0) + (row_rank > column_rank ? 1 : 0);
}

}  // namespace puzzled::queens
