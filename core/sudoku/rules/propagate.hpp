// The rules. Each runs on all digits, bands and cells at once, of one board or of several; the only
// branches are the exits of a pass. The rules are monotone, so their order does not matter: a board
// ends the same whether it runs alone or beside others.
#pragma once

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/rules/places.hpp"
#include "core/sudoku/rules/words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

constexpr std::size_t kMaxBoards = kVectorBytes / 16;

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
    const V diagonals = or_and(next & next_box_of_stack<kTriples>(previous), previous,
                               next_box_of_stack<kTriples>(next));
    v &= next_box_of_stack<kTriples>(diagonals);
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
PUZZLED_INLINE Counts<V> count(const Digits<V, kTriples>& x) {
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
    v = and_neither(v, next_box_of_stack<kTriples>(there), previous_box_of_stack<kTriples>(there));
    const V no_other_column = and_neither(v, next_column(v), previous_column(v));
    forced.triple[t] = or_and(
        no_other_column, v, ~(next_box_of_stack<kTriples>(v) | previous_box_of_stack<kTriples>(v)));
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

// How the boards ended; bit 2i stands for board i.
struct Ends {
  unsigned dead;  // with a contradiction
  unsigned open;
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

// A board with a contradiction stays in the loop until the other boards have ended; what becomes of
// it is ignored.
//
// A pass would remove nothing more if it found no cell with one candidate that is not settled and
// the mini-rows and mini-columns that the last pass found: this is asked first.
template <class V, int kTriples>
PUZZLED_INLINE Ends propagate(Boards<V, kTriples>& boards, Packs<V, kTriples>& rows,
                              Packs<V, kTriples>& columns) {
  constexpr bool kIsOne = kTriples != 3 || kBoardsOf<V> == 1;
  const V all_cells = in_all<V>(kBandCells);
  Digits<V, kTriples>& x = boards.x;
  unsigned dead = 0;
  Counts<V> candidates = count(x);
  for (;;) {
    const V naked = and_neither(all_cells, candidates.two, boards.settled);
    if (boards_with(naked) != 0) {
      for (V& v : x.digit) {
        const V here = v & naked;
        v = and_ornot(v, here, boxes_of<kTriples>(here));
      }
      boards.settled |= naked;
    }

    rows = pack_mini_rows(x);
    permute_mini_rows(rows);
    keep_mini_rows(x, rows);
    columns = pack_mini_columns(x);
    permute_mini_columns(columns);
    keep_mini_columns(x, columns);

    const Digits<V, kTriples> single = box_singles(x, rows, columns);
    const Counts<V> found = count(single);
    const V singles = found.one;
    boards.settled |= singles;
    for (int digit = 0; digit < 3 * kTriples; ++digit) {
      x.digit[digit] = andnot_or(x.digit[digit], singles, single.digit[digit]);
    }
    candidates = count(x);
    dead |= boards_with(found.two | (all_cells & ~candidates.one));
    if (kIsOne && dead != 0) return {.dead = 1, .open = 0};
    const V new_naked = and_neither(all_cells, candidates.two, boards.settled);
    if ((boards_with(new_naked) & ~dead) != 0) continue;
    if ((boards_with(difference(pack_mini_rows(x), rows)) & ~dead) != 0) continue;
    if ((boards_with(difference(pack_mini_columns(x), columns)) & ~dead) != 0) continue;
    // A cell's only candidate has left the rest of its box, but for cells that came down to the
    // same digit in the same pass.
    dead |= boards_with(and_neither(all_cells, candidates.two, singles) | find_missing(rows));
    // One candidate a cell, and each digit has a place in each of its nine rows, columns and boxes:
    // that is 81 places for 81 cells, hence one each.
    const unsigned open = boards_with(candidates.two) & ~dead;
    if (open == 0 || (remove_by_counting(x, rows, columns) & open) == 0) return {dead, open};
    candidates = count(x);
  }
}

// One board: as many of its digits side by side as a vector holds.
#if defined(__AVX512VL__)
using Wide = Four;
constexpr int kWideTriples = 1;
#elif defined(__AVX2__)
using Wide = Two;
constexpr int kWideTriples = 2;
#else
using Wide = One;
constexpr int kWideTriples = 3;
#endif

BandOutcome propagate_and_count(BandBoard& board, ChutePlaces& places) {
  constexpr std::size_t kPlaces = sizeof(Wide) / 16;
  Boards<Wide, kWideTriples> wide;
  const std::uint32_t* digits[kPlaces];
  const std::uint32_t* settled[kPlaces];
  const auto* const words = reinterpret_cast<const std::uint32_t*>(&board);
  for (std::size_t v = 0; v < kWideTriples; ++v) {
    for (std::size_t i = 0; i < kPlaces; ++i) digits[i] = words + 12 * ((v * kPlaces + i) % 3);
    for (std::size_t k = 0; k < 3; ++k) {
      wide.x.digit[3 * v + k] = side_by_side<Wide>(digits, 4 * k);
    }
  }
  for (std::size_t i = 0; i < kPlaces; ++i) settled[i] = words + 36;
  wide.settled = side_by_side<Wide>(settled, 0);

  Packs<Wide, kWideTriples> rows;
  Packs<Wide, kWideTriples> columns;
  const Ends ends = propagate(wide, rows, columns);
  if (ends.open != 0) count_places(rows, columns, places);
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto* const bytes = reinterpret_cast<const char*>(&wide.x.digit[3 * (t / kPlaces) + k]);
      std::memcpy(&board.candidates[3 * t + k], bytes + 16 * (t % kPlaces), 16);
    }
  }
  std::memcpy(&board.settled, &wide.settled, 16);
  if (ends.dead != 0) return BandOutcome::kContradiction;
  return ends.open != 0 ? BandOutcome::kOpen : BandOutcome::kSolved;
}

#if defined(__AVX2__)
PUZZLED_INLINE BandOutcome outcome_of(Ends ends, std::size_t board) {
  if ((ends.dead >> (2 * board) & 1) != 0) return BandOutcome::kContradiction;
  return (ends.open >> (2 * board) & 1) != 0 ? BandOutcome::kOpen : BandOutcome::kSolved;
}

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
  Boards<V, 3> all;
  V vectors[kVectors];
  for (std::size_t k = 0; k < kVectors; ++k) vectors[k] = side_by_side<V>(from, 4 * k);
  std::memcpy(&all, vectors, sizeof all);
  Packs<V, 3> rows;
  Packs<V, 3> columns;
  const Ends ends = propagate(all, rows, columns);
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

BandOutcome propagate_board(BandBoard& board) {
  ChutePlaces places;  // not wanted
  return propagate_and_count(board, places);
}

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
  for (; done < count; ++done) outcomes[done] = propagate_board(boards[done]);
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
