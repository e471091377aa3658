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

// One board.
//
// A pass would remove nothing more if it found no cell with one candidate that is not settled and
// the mini-rows and mini-columns that the last pass found: this is asked first.
template <class V, int kTriples>
PUZZLED_INLINE BandOutcome propagate(Boards<V, kTriples>& board, Pass<V, kTriples>& pass) {
  Counts<V> candidates = count_candidates(board.x);
  for (;;) {
    if (run_pass(board, candidates, pass) != 0) return BandOutcome::kContradiction;
    if (boards_with(pass.new_naked) != 0) continue;
    if (boards_with(difference(pack_mini_rows(board.x), pass.rows)) != 0) continue;
    if (boards_with(difference(pack_mini_columns(board.x), pass.columns)) != 0) continue;
    if (find_dead(candidates, pass) != 0) return BandOutcome::kContradiction;
    if (boards_with(candidates.two) == 0) return BandOutcome::kSolved;
    if (remove_by_counting(board.x, pass.rows, pass.columns) == 0) return BandOutcome::kOpen;
    candidates = count_candidates(board.x);
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

#if defined(__AVX512VL__)
// The same for a board in one vector, whose operations wait for one another: a pass is arranged for
// a short chain of them, not for few. Rows and columns go side by side; naked singles leave lines,
// not cells; hidden singles do not have to be out of the cells before candidates are counted.
PUZZLED_INLINE BandOutcome propagate(Boards<Four, 1>& board, Pass<Four, 1>& pass) {
  const Four all_cells = in_all<Four>(kBandCells);
  Digits<Four, 1>& x = board.x;
  Counts<Four> candidates = count_candidates(x);
  pass.new_naked = and_neither(all_cells, candidates.two, board.settled);
  Packs<Four, 1> rows = pack_mini_rows(x);
  Packs<Four, 1> columns = pack_mini_columns(x);
  for (;;) {
    pass.rows = rows;
    pass.columns = columns;
    if (any_bit(pass.new_naked)) {
      Digits<Four, 1> here = x;
      for (Four& v : here.digit) v &= pass.new_naked;
      Four& r = pass.rows.triple[0];
      Four& c = pass.columns.triple[0];
      const Four here_columns = pack_mini_columns(here).triple[0];
      r = off_other_rows(r, pack_mini_rows(here).triple[0]);
      c = and_neither(c, next_column(here_columns), previous_column(here_columns));
      board.settled |= pass.new_naked;
    }
    permute_mini_rows(pass.rows);
    permute_mini_columns(pass.columns);
    keep_mini_rows(x, pass.rows);
    keep_mini_columns(x, pass.columns);
    const Digits<Four, 1> single = box_singles(x, pass.rows, pass.columns);
    const Counts<Four> found = count_candidates(single);
    candidates = count_candidates(x);
    candidates.two &= ~found.one;
    pass.singles = found.one;
    board.settled |= pass.singles;
    for (int k = 0; k < 3; ++k) {
      x.digit[k] = andnot_or(x.digit[k], pass.singles, single.digit[k]);
    }
    pass.new_naked = and_neither(all_cells, candidates.two, board.settled);
    rows = pack_mini_rows(x);
    columns = pack_mini_columns(x);
    if (any_bit(found.two | (all_cells & ~candidates.one))) return BandOutcome::kContradiction;
    const Four change = or_differ(or_differ(pass.new_naked, rows.triple[0], pass.rows.triple[0]),
                                  columns.triple[0], pass.columns.triple[0]);
    if (any_bit(change)) continue;
    if (find_dead(candidates, pass) != 0) return BandOutcome::kContradiction;
    if (!any_bit(candidates.two)) return BandOutcome::kSolved;
    if (remove_by_counting(x, pass.rows, pass.columns) == 0) return BandOutcome::kOpen;
    candidates = count_candidates(x);
    pass.new_naked = and_neither(all_cells, candidates.two, board.settled);
    rows = pass.rows;
    columns = pass.columns;
  }
}
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

  Pass<Wide, kWideTriples> pass;
  const BandOutcome outcome = propagate(wide, pass);
  if (outcome == BandOutcome::kOpen) count_places(pass.rows, pass.columns, places);
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto* const bytes = reinterpret_cast<const char*>(&wide.x.digit[3 * (t / kPlaces) + k]);
      std::memcpy(&board.candidates[3 * t + k], bytes + 16 * (t % kPlaces), 16);
    }
  }
  std::memcpy(&board.settled, &wide.settled, 16);
  return outcome;
}

#if defined(__AVX2__)
// All bits of one board.
alignas(64) constexpr std::uint32_t kOneBoard[4][16] = {
    {~0U, ~0U, ~0U, ~0U},
    {0, 0, 0, 0, ~0U, ~0U, ~0U, ~0U},
    {0, 0, 0, 0, 0, 0, 0, 0, ~0U, ~0U, ~0U, ~0U},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ~0U, ~0U, ~0U, ~0U}};

template <class V>
PUZZLED_INLINE V in_each_board(One v) {
#if defined(__AVX512VL__)
  if constexpr (kBoardsOf<V> == 4) {
    return reinterpret_cast<V>(_mm512_broadcast_i32x4(reinterpret_cast<__m128i>(v)));
  }
#endif
  if constexpr (kBoardsOf<V> == 2) {
    return reinterpret_cast<V>(_mm256_broadcastsi128_si256(reinterpret_cast<__m128i>(v)));
  }
}

constexpr std::size_t kBoardVectors = sizeof(BandBoard) / 16;

template <class V>
PUZZLED_INLINE void put_board(Boards<V, 3>& boards, std::size_t place, const BandBoard& board) {
  const V here = load<V>(kOneBoard[place]);
  const auto* const words = reinterpret_cast<const std::uint32_t*>(&board);
  const auto put = [&](V& v, std::size_t k) {
    v = choose(here, in_each_board<V>(load<One>(words + 4 * k)), v);
  };
  for (std::size_t digit = 0; digit < 9; ++digit) put(boards.x.digit[digit], digit);
  put(boards.settled, 9);
}

template <class V>
PUZZLED_INLINE void take_board(const Boards<V, 3>& boards, std::size_t place, BandBoard& board) {
  V vectors[kBoardVectors];
  std::memcpy(vectors, &boards, sizeof vectors);
  for (std::size_t k = 0; k < kBoardVectors; ++k) {
    std::memcpy(reinterpret_cast<char*>(&board) + 16 * k,
                reinterpret_cast<const char*>(vectors + k) + 16 * place, 16);
  }
}

// Boards side by side, each until a pass would remove nothing more from it; then the next takes its
// place. At the end some places are empty: what becomes of what they hold is ignored.
template <class V>
void propagate_side_by_side(BandBoard* boards, std::size_t count, BandOutcome* outcomes) {
  constexpr std::size_t kPlaces = kBoardsOf<V>;
  Boards<V, 3> all{};
  std::size_t in_place[kPlaces];
  std::size_t next = 0;
  unsigned running = 0;  // bit 2i stands for the board in place i, here and below
  for (; next < kPlaces && next < count; ++next) {
    put_board(all, next, boards[next]);
    in_place[next] = next;
    running |= 1U << (2 * next);
  }
  Pass<V, 3> pass;
  Counts<V> candidates = count_candidates(all.x);
  for (;;) {
    const unsigned dead_early = run_pass(all, candidates, pass) & running;
    unsigned moving = boards_with(pass.new_naked) & running & ~dead_early;
    if (moving == running) continue;
    moving |= boards_with(difference(pack_mini_rows(all.x), pass.rows) |
                          difference(pack_mini_columns(all.x), pass.columns)) &
              running & ~dead_early;
    unsigned ended = running & ~moving;
    if (ended == 0) continue;
    const unsigned dead = dead_early | (find_dead(candidates, pass) & ended);
    const unsigned open = boards_with(candidates.two) & ended & ~dead;
    if (open != 0) {
      ended &= ~(remove_by_counting(all.x, pass.rows, pass.columns) & open);
    }
    for (unsigned bits = ended; bits != 0; bits &= bits - 1) {
      const auto place = static_cast<std::size_t>(__builtin_ctz(bits)) / 2;
      const unsigned bit = bits & -bits;
      take_board(all, place, boards[in_place[place]]);
      outcomes[in_place[place]] = (dead & bit) != 0   ? BandOutcome::kContradiction
                                  : (open & bit) != 0 ? BandOutcome::kOpen
                                                      : BandOutcome::kSolved;
      if (next < count) {
        put_board(all, place, boards[next]);
        in_place[place] = next++;
      } else {
        running &= ~bit;
      }
    }
    if (running == 0) return;
    candidates = count_candidates(all.x);
  }
}
#endif

BandOutcome propagate_board(BandBoard& board) {
  ChutePlaces places;  // not wanted
  return propagate_and_count(board, places);
}

void propagate_all(BandBoard* boards, std::size_t count, BandOutcome* outcomes) {
#if defined(__AVX512VL__)
  if (count >= 3) return propagate_side_by_side<Four>(boards, count, outcomes);
#endif
#if defined(__AVX2__)
  if (count >= 2) return propagate_side_by_side<Two>(boards, count, outcomes);
#endif
  for (std::size_t i = 0; i < count; ++i) outcomes[i] = propagate_board(boards[i]);
}

void count_places_of(const BandBoard& board, ChutePlaces& places) {
  Digits<One, 3> x;
  for (std::size_t digit = 0; digit < 9; ++digit) {
    x.digit[digit] = reinterpret_cast<One>(board.candidates[digit]);
  }
  count_places(pack_mini_rows(x), pack_mini_columns(x), places);
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
