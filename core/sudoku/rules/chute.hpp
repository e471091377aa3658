// The rules for one band or stack on its own (ChuteBoard).
//
// A board has a vector for the three bands of a digit, a chute has one for three digits: a pass
// costs a sixth of that of a board. The rules for lines use no lines of other chutes, and the rules
// for cells no cell outside their box. So if the cross lines have not changed when no rule removes
// anything more, the other chutes need no pass.
#pragma once

#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/rules/chute_lines.hpp"
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

using ChuteCells = Digits<One, 1>;

// A chute while it is searched.
struct Chute {
  ChuteCells x;
  One settled;
  One singles_to_be;
  ChuteLines lines;
};

// The other lines of the boxes in which `lines` has one.
PUZZLED_INLINE One other_lines_of_box(One lines) {
  return or3(lines >> 9, lines << 18, lines >> 18) | (lines << 9);
}
PUZZLED_INLINE One other_cross_lines_of_box(One lines) {
  return next_column(lines) | previous_column(lines);
}

// Applies all rules to the chute until none removes a candidate or something follows for other
// chutes. kFixed stands for "neither a contradiction nor that".
//
// What a branch waits for is the chain from the permutations before it to those after it. So cells
// are only looked at for what follows from them for lines: all else is computed beside that chain.
PUZZLED_INLINE ChuteEnd propagate_chute(Chute& chute, const ChuteFrame& frame) {
  const One all_cells = in_all<One>(kBandCells);
  const auto cross = reinterpret_cast<One>(frame.cross);
  ChuteCells& x = chute.x;
  for (;;) {
    if (!count_lines(chute.lines)) return ChuteEnd::kContradiction;
    const auto lines = reinterpret_cast<One>(chute.lines.lines);
    keep_mini_rows(x, Packs<One, 1>{{lines}});
    const One singles = off_other_rows(lines, lines) & chute.singles_to_be;
    const One spread = pack_mini_columns(x).triple[0] ^ cross;
    const Counts<One> candidates = count_candidates(x);
    const One empty = all_cells & ~candidates.one;
    One naked = and_neither(all_cells, candidates.two, chute.settled);
    if (!any_bit(or3(spread, singles, empty) | naked)) return ChuteEnd::kFixed;

    if (any_bit(spread)) return ChuteEnd::kSpread;
    if (any_bit(empty)) return ChuteEnd::kContradiction;
    if (any_bit(singles)) {
      ChuteCells single = x;
      keep_mini_rows(single, Packs<One, 1>{{singles}});
      const Counts<One> found = count_candidates(single);
      if (any_bit(found.two)) return ChuteEnd::kContradiction;
      chute.singles_to_be &= ~singles;
      chute.settled |= found.one;
      for (int k = 0; k < 3; ++k) x.digit[k] = andnot_or(x.digit[k], found.one, single.digit[k]);
      naked &= ~found.one;  // (None is new: only the cells of the singles have lost candidates.)
    }
    One left = pack_mini_rows(x).triple[0];
    if (any_bit(naked)) {
      // Their digits leave the other lines of the box, and with them all its other cells, unless
      // they have another cross line there.
      ChuteCells here = x;
      for (One& v : here.digit) v &= naked;
      if (any_bit(cross & other_cross_lines_of_box(pack_mini_columns(here).triple[0]))) {
        return ChuteEnd::kSpread;
      }
      chute.settled |= naked;
      const One here_lines = pack_mini_rows(here).triple[0];
      chute.singles_to_be &= ~here_lines;
      left &= ~other_lines_of_box(here_lines);
    }
    const std::uint64_t permutations = permutations_of(left & lines);
    if (permutations == chute.lines.permutations) {
      return any_bit(pack_mini_columns(x).triple[0] ^ cross) ? ChuteEnd::kSpread : ChuteEnd::kFixed;
    }
    if (!set_lines(permutations, chute.lines)) return ChuteEnd::kContradiction;
  }
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
