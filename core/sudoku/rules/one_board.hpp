// The rules on one board: as many of its digits side by side as a vector holds.
#pragma once

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/rules/places.hpp"
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

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

// A pass would remove nothing more if it found no cell with one candidate that is not settled and
// the mini-rows and mini-columns that the last pass found: this is asked first.
#if defined(__AVX512VL__)
//
// In one vector operations wait for one another: so a pass is arranged for a short chain of them,
// not for few. Rows and columns go side by side; naked singles leave lines,
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
#else
PUZZLED_INLINE BandOutcome propagate(Boards<Wide, kWideTriples>& board,
                                     Pass<Wide, kWideTriples>& pass) {
  Counts<Wide> candidates = count_candidates(board.x);
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

BandOutcome propagate_board(BandBoard& board) {
  ChutePlaces places;  // not wanted
  return propagate_and_count(board, places);
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
