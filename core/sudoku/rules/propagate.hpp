// The rules. Each runs on all digits, bands and cells at once, of one board or of several; the only
// branches are the exits of a pass. The rules are monotone, so their order does not matter: a board
// ends the same whether it runs alone or beside others.
#pragma once

#include "core/sudoku/rules/kernel.hpp"
#include "core/sudoku/rules/words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

constexpr std::size_t kMaxBoards = kVectorBytes / 16;

// In a band a digit takes one mini-row of every row and of every box: one of six permutations. A
// mini-row stays only if a permutation through it does, which is locked candidates (pointing and
// claiming) in full: the four mini-rows off its row and box must hold one of the two diagonals.
template <class V>
PUZZLED_INLINE void permute_mini_rows(Packs<V>& rows) {
  for (V& v : rows.triple) {
    const V next = next_stack(v);
    const V previous = previous_stack(v);
    const V diagonals =
        and_or(next, previous >> 9, previous << 18) | and_or(previous, next >> 9, next << 18);
    v = and_or(v, diagonals >> 9, diagonals << 18);
  }
}

template <class V>
PUZZLED_INLINE void permute_mini_columns(Packs<V>& columns) {
  for (V& v : columns.triple) {
    const V next = next_column(v);
    const V previous = previous_column(v);
    v &= next_band(or_and(next & next_band(previous), previous, next_band(next)));
  }
}

// Cells with one candidate or more, with two or more. Summing by threes halves the chain of
// dependent operations, which, not their number, is what a pass waits for.
template <class V>
struct Counts {
  V one;
  V two;
};

template <class V>
PUZZLED_INLINE Counts<V> count(const Digits<V>& x) {
  V ones[3];
  V twos[3];
  for (int t = 0; t < 3; ++t) {
    ones[t] = or3(x.digit[3 * t], x.digit[3 * t + 1], x.digit[3 * t + 2]);
    twos[t] = majority(x.digit[3 * t], x.digit[3 * t + 1], x.digit[3 * t + 2]);
  }
  return {.one = or3(ones[0], ones[1], ones[2]),
          .two = or3(twos[0], twos[1], twos[2]) | majority(ones[0], ones[1], ones[2])};
}

// Cells in which a digit's only mini-row and only mini-column of a box meet: hidden singles. Rows
// and columns need no hidden singles of their own, for the permutations turn those into hidden
// singles of a box, and take the digit out of the row and column of any such cell.
template <class V>
PUZZLED_INLINE void find_box_singles(const Digits<V>& x, const Packs<V>& rows,
                                     const Packs<V>& columns, Digits<V>& single) {
  for (int t = 0; t < 3; ++t) {
    const V row = off_other_rows(rows.triple[t], rows.triple[t]);
    const V v = columns.triple[t];
    const V column = and_neither(v, next_column(v), previous_column(v));
    single.digit[3 * t] =
        and3(x.digit[3 * t], cells_of_mini_rows<0>(row), cells_of_mini_columns<0>(column));
    single.digit[3 * t + 1] =
        and3(x.digit[3 * t + 1], cells_of_mini_rows<1>(row), cells_of_mini_columns<1>(column));
    single.digit[3 * t + 2] =
        and3(x.digit[3 * t + 2], cells_of_mini_rows<2>(row), cells_of_mini_columns<2>(column));
  }
}

// Mini-rows (Step 1) or mini-columns (Step 9) that exactly three of the nine digits have. The three
// digits of a vector are Step bits apart: two levels of full adders count over all nine.
template <int Step, class V>
PUZZLED_INLINE V with_three_digits(const Packs<V>& packed) {
  const V a = packed.triple[0];
  const V b = packed.triple[1];
  const V c = packed.triple[2];
  const V ones = xor3(a, b, c);
  const V twos = majority(a, b, c);
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
template <class V>
PUZZLED_INLINE void count_mini_rows(Packs<V>& rows) {
  const V full = with_three_digits<1>(rows) & in_all<V>(kMiniRows);
  const V full_digits = (full << 3) - full;
  Packs<V> forced;
  for (int t = 0; t < 3; ++t) {
    V& v = rows.triple[t];
    const V there = v & full_digits;
    v = off_other_rows(and_neither(v, next_stack(there), previous_stack(there)), there);
    const V no_other_row = off_other_rows(v, v);
    forced.triple[t] = or_and(no_other_row, v, ~(next_stack(v) | previous_stack(v)));
  }
  const V taken = with_three_digits<1>(forced) & in_all<V>(kMiniRows);
  const V taken_digits = (taken << 3) - taken;
  for (int t = 0; t < 3; ++t)
    rows.triple[t] = and_ornot(rows.triple[t], forced.triple[t], taken_digits);
}

template <class V>
PUZZLED_INLINE void count_mini_columns(Packs<V>& columns) {
  const V full = with_three_digits<9>(columns) & in_all<V>(kMiniColumns);
  const V full_digits = or3(full, full << 9, full << 18);
  Packs<V> forced;
  for (int t = 0; t < 3; ++t) {
    V& v = columns.triple[t];
    const V there = v & full_digits;
    v = and_neither(v, next_column(there), previous_column(there));
    v = and_neither(v, next_band(there), previous_band(there));
    const V no_other_column = and_neither(v, next_column(v), previous_column(v));
    forced.triple[t] = or_and(no_other_column, v, ~(next_band(v) | previous_band(v)));
  }
  const V taken = with_three_digits<9>(forced) & in_all<V>(kMiniColumns);
  const V taken_digits = or3(taken, taken << 9, taken << 18);
  for (int t = 0; t < 3; ++t)
    columns.triple[t] = and_ornot(columns.triple[t], forced.triple[t], taken_digits);
}

// Both counting rules, tried when nothing else removes a candidate: they cost half a pass and save
// a quarter of the branches on the hardest puzzles (42.5 -> 32.4; +14 % puzzles/s there, +5 % on 17
// clues, -1 % on easier ones). In every pass they cost more than they save. Returns the boards that
// changed, as boards_with() does.
template <class V>
PUZZLED_INLINE unsigned remove_by_counting(Digits<V>& x, Packs<V>& rows, Packs<V>& columns) {
  const Packs<V> rows_before = rows;
  const Packs<V> columns_before = columns;
  count_mini_rows(rows);
  count_mini_columns(columns);
  V change{};
  for (int t = 0; t < 3; ++t) {
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

template <class V>
struct Boards {
  Digits<V> x;
  V settled;
};

// How the boards ended; bit 2i stands for board i.
struct Ends {
  unsigned dead;  // with a contradiction
  unsigned open;
};

// Digits without a place in a band. Where a mini-row is left after the permutations, each row of
// its band has one.
template <class V>
PUZZLED_INLINE V find_missing(const Packs<V>& rows) {
  V all = in_all<V>(0007);
  for (const V v : rows.triple) all &= or3(v, v >> 3, v >> 6);
  return in_all<V>(0007) & ~all;
}

// A board with a contradiction stays in the loop until the other boards have ended; what becomes of
// it is ignored.
template <class V>
PUZZLED_INLINE Ends propagate(Boards<V>& boards) {
  constexpr bool kIsOne = kBoardsOf<V> == 1;
  const V all_cells = in_all<V>(kBandCells);
  Digits<V>& x = boards.x;
  unsigned dead = 0;
  for (;;) {
    const Counts<V> candidates = count(x);
    const V two = candidates.two;
    const V empty = all_cells & ~candidates.one;
    if (kIsOne && boards_with(empty) != 0) return {.dead = 1, .open = 0};
    const Digits<V> before = x;
    const V naked = and_neither(all_cells, two, boards.settled);
    if (boards_with(naked) != 0) {
      for (V& v : x.digit) {
        const V here = v & naked;
        v = and_ornot(v, here, boxes_of(here));
      }
      boards.settled |= naked;
    }

    Packs<V> rows = pack_mini_rows(x);
    permute_mini_rows(rows);
    keep_mini_rows(x, rows);
    Packs<V> columns = pack_mini_columns(x);
    permute_mini_columns(columns);
    keep_mini_columns(x, columns);

    Digits<V> single;
    find_box_singles(x, rows, columns, single);
    const Counts<V> found = count(single);
    const V singles = found.one;
    const V clash = found.two;
    boards.settled |= singles;
    V change{};
    for (int digit = 0; digit < 9; ++digit) {
      x.digit[digit] = andnot_or(x.digit[digit], singles, single.digit[digit]);
      change = or_differ(change, x.digit[digit], before.digit[digit]);
    }
    dead |= boards_with(kIsOne ? clash : clash | empty);
    if (kIsOne && dead != 0) return {.dead = 1, .open = 0};
    if ((boards_with(change) & ~dead) != 0) continue;
    // A cell's only candidate has left the rest of its box, but for cells that came down to the
    // same digit in the same pass.
    dead |= boards_with(and_neither(all_cells, two, singles) | find_missing(rows));
    // One candidate a cell, and each digit has a place in each of its nine rows, columns and boxes:
    // that is 81 places for 81 cells, hence one each.
    const unsigned open = boards_with(two) & ~dead;
    if (open == 0 || (remove_by_counting(x, rows, columns) & open) == 0) return {dead, open};
  }
}

PUZZLED_INLINE BandOutcome outcome_of(Ends ends, std::size_t board) {
  if ((ends.dead >> (2 * board) & 1) != 0) return BandOutcome::kContradiction;
  return (ends.open >> (2 * board) & 1) != 0 ? BandOutcome::kOpen : BandOutcome::kSolved;
}

BandOutcome propagate_one(BandBoard& board) {
  Boards<One> boards;
  static_assert(sizeof boards == sizeof board);
  std::memcpy(&boards, &board, sizeof boards);
  const Ends ends = propagate(boards);
  std::memcpy(&board, &boards, sizeof boards);
  return outcome_of(ends, 0);
}

#if defined(__AVX2__)
// `count` boards, at most as many as the vector holds, side by side.
template <class V>
void propagate_some(BandBoard* boards, std::size_t count, BandOutcome* outcomes) {
  constexpr std::size_t kBoards = kBoardsOf<V>;
  constexpr std::size_t kVectors = sizeof(BandBoard) / 16;
  const auto* const first = reinterpret_cast<const std::uint32_t*>(boards);
  const std::uint32_t* from[kBoards];
  for (std::size_t i = 0; i < kBoards; ++i) {
    from[i] = first + (i < count ? i : 0) * sizeof(BandBoard) / 4;
  }
  Boards<V> all;
  V vectors[kVectors];
  for (std::size_t k = 0; k < kVectors; ++k) vectors[k] = side_by_side<V>(from, 4 * k);
  std::memcpy(&all, vectors, sizeof all);
  const Ends ends = propagate(all);
  std::memcpy(vectors, &all, sizeof all);
  for (std::size_t i = 0; i < count; ++i) {
    char* const board = reinterpret_cast<char*>(boards + i);
    for (std::size_t k = 0; k < kVectors; ++k) {
      std::memcpy(board + 16 * k, reinterpret_cast<const char*>(vectors + k) + 16 * i, 16);
    }
    outcomes[i] = outcome_of(ends, i);
  }
}
#endif

void propagate_all(BandBoard* boards, std::size_t count, BandOutcome* outcomes) {
  std::size_t done = 0;
#if defined(__AVX512VL__)
  for (std::size_t some = 0; count - done >= 3; done += some) {
    some = count - done < 4 ? 3 : 4;
    propagate_some<Four>(boards + done, some, outcomes + done);
  }
#endif
#if defined(__AVX2__)
  for (; count - done >= 2; done += 2) propagate_some<Two>(boards + done, 2, outcomes + done);
#endif
  for (; done < count; ++done) outcomes[done] = propagate_one(boards[done]);
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
