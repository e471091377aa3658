// The rules. Each runs on all digits, bands and cells at once, of one board or of several; the only
// branches are the exits of a pass. The rules are monotone, so their order does not matter: a board
// ends the same whether it runs alone or beside others.
#pragma once

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/rules/words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

// In a band a digit takes one mini-row of every row and of every box: one of six permutations. A
// mini-row stays only if a permutation through it does, which is locked candidates (pointing and
// claiming) in full: the four mini-rows off its row and box must hold one of the two diagonals.
template <class V, int kTriples>
PUZZLED_INLINE void permute_mini_rows(Packs<V, kTriples>& rows) {
  for (V& v : rows.triple) {
    const V next = next_stack(v);
    const V previous = previous_stack(v);
    const V diagonals =
        and_or(next, previous >> 9, previous << 18) | and_or(previous, next >> 9, next << 18);
    v = and_or(v, diagonals >> 9, diagonals << 18);
  }
}

template <class V, int kTriples>
PUZZLED_INLINE void permute_mini_columns(Packs<V, kTriples>& columns) {
  for (V& v : columns.triple) {
    const V next = next_column(v);
    const V previous = previous_column(v);
    const V diagonals = or_and(next & next_band(previous), previous, next_band(next));
    v &= next_band(diagonals);
  }
}

// Cells with one candidate or more, with two or more. Summing by threes halves the chain of
// dependent operations, which, not their number, is what a pass waits for.
template <class V>
struct Counts {
  V one;
  V two;
};

template <class V, int kTriples>
PUZZLED_INLINE Counts<V> count_candidates(const Digits<V, kTriples>& x) {
  V ones[kTriples];
  V twos[kTriples];
  for (int t = 0; t < kTriples; ++t) {
    ones[t] = or3(x.digit[3 * t], x.digit[3 * t + 1], x.digit[3 * t + 2]);
    twos[t] = majority(x.digit[3 * t], x.digit[3 * t + 1], x.digit[3 * t + 2]);
  }
  return {.one = or_triples(ones), .two = or_triples(twos) | majority_of_triples(ones)};
}

// Removes the candidates outside of a digit's only mini-row (or mini-column) of a box.
template <class V, int kTriples>
PUZZLED_INLINE void keep_only_rows(Digits<V, kTriples>& x, Packs<V, kTriples> rows) {
  for (V& v : rows.triple) v = off_other_rows(v, v);
  keep_mini_rows(x, rows);
}
template <class V, int kTriples>
PUZZLED_INLINE void keep_only_columns(Digits<V, kTriples>& x, Packs<V, kTriples> columns) {
  for (V& v : columns.triple) v = and_neither(v, next_column(v), previous_column(v));
  keep_mini_columns(x, columns);
}

// Cells in which a digit's only mini-row and only mini-column of a box meet: hidden singles. Rows
// and columns need no hidden singles of their own, for the permutations turn those into hidden
// singles of a box, and take the digit out of the row and column of any such cell.
template <class V, int kTriples>
PUZZLED_INLINE Digits<V, kTriples> box_singles(const Digits<V, kTriples>& x,
                                               const Packs<V, kTriples>& rows,
                                               const Packs<V, kTriples>& columns) {
  Digits<V, kTriples> single = x;
  keep_only_rows(single, rows);
  keep_only_columns(single, columns);
  return single;
}

// Mini-rows (Step 1) or mini-columns (Step 9) that exactly three of the nine digits have. The three
// digits of a vector are Step bits apart: two levels of full adders count over all nine.
template <int Step, class V, int kTriples>
PUZZLED_INLINE V with_three_digits(const Packs<V, kTriples>& packed) {
  const V ones = of_triples(packed.triple, [](V a, V b, V c) { return xor3(a, b, c); });
  const V twos = majority_of_triples(packed.triple);
  const V odd = xor3(ones, ones >> Step, ones >> (2 * Step));
  const V carry = majority(ones, ones >> Step, ones >> (2 * Step));
  // Three is odd, with exactly one of the four bits of weight two.
  const V low = twos | (twos >> Step);
  const V high = (twos >> (2 * Step)) | carry;
  const V several = or_and((twos & (twos >> Step)) | ((twos >> (2 * Step)) & carry), low, high);
  return and_or(odd, low, high) & ~several;
}

// Three cells hold three digits. If just three digits are possible in a mini-row, all three are
// there and leave the rest of its row and box; if three digits must be there (they have no other
// mini-row in the row, or in the box), the other six leave it.
template <class V, int kTriples>
PUZZLED_INLINE void count_mini_rows(Packs<V, kTriples>& rows) {
  const V full = with_three_digits<1>(rows) & in_all<V>(kMiniRows);
  const V full_digits = (full << 3) - full;
  Packs<V, kTriples> forced;
  for (int t = 0; t < kTriples; ++t) {
    V& v = rows.triple[t];
    const V there = v & full_digits;
    v = off_other_rows(and_neither(v, next_stack(there), previous_stack(there)), there);
    const V no_other_row = off_other_rows(v, v);
    forced.triple[t] = or_and(no_other_row, v, ~(next_stack(v) | previous_stack(v)));
  }
  const V taken = with_three_digits<1>(forced) & in_all<V>(kMiniRows);
  const V taken_digits = (taken << 3) - taken;
  for (int t = 0; t < kTriples; ++t)
    rows.triple[t] = and_ornot(rows.triple[t], forced.triple[t], taken_digits);
}

template <class V, int kTriples>
PUZZLED_INLINE void count_mini_columns(Packs<V, kTriples>& columns) {
  const V full = with_three_digits<9>(columns) & in_all<V>(kMiniColumns);
  const V full_digits = or3(full, full << 9, full << 18);
  Packs<V, kTriples> forced;
  for (int t = 0; t < kTriples; ++t) {
    V& v = columns.triple[t];
    const V there = v & full_digits;
    v = and_neither(v, next_column(there), previous_column(there));
    v = and_neither(v, next_band(there), previous_band(there));
    const V no_other_column = and_neither(v, next_column(v), previous_column(v));
    forced.triple[t] = or_and(no_other_column, v, ~(next_band(v) | previous_band(v)));
  }
  const V taken = with_three_digits<9>(forced) & in_all<V>(kMiniColumns);
  const V taken_digits = or3(taken, taken << 9, taken << 18);
  for (int t = 0; t < kTriples; ++t)
    columns.triple[t] = and_ornot(columns.triple[t], forced.triple[t], taken_digits);
}

// Both counting rules, tried when nothing else removes a candidate: they cost half a pass and save
// a quarter of the branches on the hardest puzzles (42.5 -> 32.4; +14 % puzzles/s there, +5 % on 17
// clues, -1 % on easier ones). In every pass they cost more than they save. Returns the boards that
// changed, as boards_with() does.
template <class V, int kTriples>
PUZZLED_INLINE unsigned remove_by_counting(Digits<V, kTriples>& x, Packs<V, kTriples>& rows,
                                           Packs<V, kTriples>& columns) {
  const Packs<V, kTriples> rows_before = rows;
  const Packs<V, kTriples> columns_before = columns;
  count_mini_rows(rows);
  count_mini_columns(columns);
  V change{};
  for (int t = 0; t < kTriples; ++t) {
    change = or_differ(change, rows.triple[t], rows_before.triple[t]);
    change = or_differ(change, columns.triple[t], columns_before.triple[t]);
  }
  const unsigned changed = boards_with(change);
  if (changed != 0) {
    keep_mini_rows(x, rows);
    keep_mini_columns(x, columns);
  }
  return changed;
}

template <class V, int kTriples>
struct Boards {
  Digits<V, kTriples> x;
  V settled;
};

// Digits without a place in a band. Where a mini-row is left after the permutations, each row of
// its band has one.
template <class V, int kTriples>
PUZZLED_INLINE V find_missing(const Packs<V, kTriples>& rows) {
  V all = in_all<V>(0007);
  for (const V v : rows.triple) all &= or3(v, v >> 3, v >> 6);
  return in_all<V>(0007) & ~all;
}

template <class V, int kTriples>
PUZZLED_INLINE V difference(const Packs<V, kTriples>& a, const Packs<V, kTriples>& b) {
  V difference = a.triple[0] ^ b.triple[0];
  for (int t = 1; t < kTriples; ++t) difference = or_differ(difference, a.triple[t], b.triple[t]);
  return difference;
}

// What one pass leaves.
template <class V, int kTriples>
struct Pass {
  Packs<V, kTriples> rows;
  Packs<V, kTriples> columns;
  V singles;    // cells that have been found to be hidden singles
  V new_naked;  // cells that have come down to one candidate
};

// Applies the rules, but for counting, once. `candidates` are those of the boards, before and
// after. Returns the boards with a contradiction, as boards_with() does.
template <class V, int kTriples>
PUZZLED_INLINE unsigned run_pass(Boards<V, kTriples>& boards, Counts<V>& candidates,
                                 Pass<V, kTriples>& pass) {
  const V all_cells = in_all<V>(kBandCells);
  Digits<V, kTriples>& x = boards.x;
  const V naked = and_neither(all_cells, candidates.two, boards.settled);
  if (boards_with(naked) != 0) {
    for (V& v : x.digit) {
      const V here = v & naked;
      v = and_ornot(v, here, boxes_of<kTriples>(here));
    }
    boards.settled |= naked;
  }

  pass.rows = pack_mini_rows(x);
  permute_mini_rows(pass.rows);
  keep_mini_rows(x, pass.rows);
  pass.columns = pack_mini_columns(x);
  permute_mini_columns(pass.columns);
  keep_mini_columns(x, pass.columns);

  const Digits<V, kTriples> single = box_singles(x, pass.rows, pass.columns);
  const Counts<V> found = count_candidates(single);
  pass.singles = found.one;
  boards.settled |= pass.singles;
  for (int digit = 0; digit < 3 * kTriples; ++digit) {
    x.digit[digit] = andnot_or(x.digit[digit], pass.singles, single.digit[digit]);
  }
  candidates = count_candidates(x);
  pass.new_naked = and_neither(all_cells, candidates.two, boards.settled);
  return boards_with(found.two | (all_cells & ~candidates.one));
}

// Of boards from which a pass would remove nothing more: those with a contradiction. A cell's only
// candidate has left the rest of its box, but for cells that came down to the same digit in the
// same pass; and a digit may have no place in a row. A board without either that has one candidate
// a cell is solved: each digit has a place in each of its nine rows, columns and boxes, which makes
// 81 places for 81 cells, hence one each.
template <class V, int kTriples>
PUZZLED_INLINE unsigned find_dead(const Counts<V>& candidates, const Pass<V, kTriples>& pass) {
  return boards_with(and_neither(in_all<V>(kBandCells), candidates.two, pass.singles) |
                     find_missing(pass.rows));
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
