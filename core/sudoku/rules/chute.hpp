// The rules for one band or stack on its own (ChuteBoard).
//
// A board has a vector for the three bands of a digit, a chute has one for three digits: a pass
// costs a sixth of that of a board. The rules for lines use no lines of other chutes, and the rules
// for cells no cell outside their box. So if the cross lines have not changed when no rule removes
// anything more, the other chutes need no pass.
#pragma once

#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

using ChuteCells = Digits<One, 1>;
using ChuteLines = Packs<One, 1>;

// What is asked of mini-rows and of mini-columns alike.
struct MiniRows {
  static PUZZLED_INLINE ChuteLines pack(const ChuteCells& x) { return pack_mini_rows(x); }
  static PUZZLED_INLINE void permute(ChuteLines& lines) { permute_mini_rows(lines); }
  static PUZZLED_INLINE void count_digits(ChuteLines& lines) { count_mini_rows(lines); }
  static PUZZLED_INLINE void keep(ChuteCells& x, const ChuteLines& lines) {
    keep_mini_rows(x, lines);
  }
  static PUZZLED_INLINE void keep_only(ChuteCells& x, const ChuteLines& lines) {
    keep_only_rows(x, lines);
  }
  // The others of the boxes in which `lines` has one.
  static PUZZLED_INLINE One others_of_box(const ChuteLines& lines) {
    const One v = lines.triple[0];
    return or3(v >> 9, v << 18, v >> 18) | (v << 9);
  }
};
struct MiniColumns {
  static PUZZLED_INLINE ChuteLines pack(const ChuteCells& x) { return pack_mini_columns(x); }
  static PUZZLED_INLINE void permute(ChuteLines& lines) { permute_mini_columns(lines); }
  static PUZZLED_INLINE void count_digits(ChuteLines& lines) { count_mini_columns(lines); }
  static PUZZLED_INLINE void keep(ChuteCells& x, const ChuteLines& lines) {
    keep_mini_columns(x, lines);
  }
  static PUZZLED_INLINE void keep_only(ChuteCells& x, const ChuteLines& lines) {
    keep_only_columns(x, lines);
  }
  static PUZZLED_INLINE One others_of_box(const ChuteLines& lines) {
    return next_column(lines.triple[0]) | previous_column(lines.triple[0]);
  }
};

// What differs between bands and stacks: which lines are the chute's own, which are its cross
// lines, and where their bits are in a word. A group is a row of a band or a box of a stack; a
// digit takes one place (line) in each.
struct BandLines : MiniRows {
  using Cross = MiniColumns;
  static constexpr int kDigitStep = 1;  // from one digit of the three to the next
  static constexpr int kGroupStep = 9;  // from one group to the next, of lines and of cells
  static constexpr int kPlaceStep = 3;  // from one place to the next
  static constexpr std::uint32_t kFirstDigit = kMiniRows;   // all lines of the first digit
  static constexpr std::uint32_t kFirstGroup = 0000000777;  // all places of the first group
};
struct StackLines : MiniColumns {
  using Cross = MiniRows;
  static constexpr int kDigitStep = 9;
  static constexpr int kGroupStep = 3;
  static constexpr int kPlaceStep = 1;
  static constexpr std::uint32_t kFirstDigit = kMiniColumns;
  static constexpr std::uint32_t kFirstGroup = 0007007007;
};

// Applies the counting rules; whether they removed a line.
template <class Lines>
PUZZLED_INLINE bool count_once(ChuteLines& lines) {
  ChuteLines counted = lines;
  Lines::count_digits(counted);
  if (!any_bit(difference(counted, lines))) return false;
  lines = counted;
  return true;
}

// Applies all rules to the chute until none removes a candidate or something follows for other
// chutes. kFixed stands for "neither a contradiction nor that". `lines` are the chute's, before and
// after; its cells may have candidates outside of them.
//
// What a branch waits for is the chain from the lines before it to the lines after it. So cells are
// only written where something is found: else they, and all tests, are computed beside that chain.
template <class Lines>
PUZZLED_INLINE ChuteEnd propagate_chute(ChuteCells& x, One& settled, const ChuteFrame& frame,
                                        ChuteLines& lines) {
  const One all_cells = in_all<One>(kBandCells);
  const ChuteLines cross{{reinterpret_cast<One>(frame.cross)}};
  for (;;) {
    Lines::permute(lines);
    const bool is_counted = !count_once<Lines>(lines);
    if (!is_counted) Lines::permute(lines);
    Lines::keep(x, lines);
    ChuteCells single = x;
    Counts<One> found{};
    if (frame.has_only_cross) {
      for (int k = 0; k < 3; ++k) single.digit[k] &= reinterpret_cast<One>(frame.only_cross[k]);
      Lines::keep_only(single, lines);
      found = count_candidates(single);
    }
    const One fresh = found.one & ~settled;
    const One spread = difference(Lines::Cross::pack(x), cross);
    Counts<One> candidates = count_candidates(x);
    const One empty = all_cells & ~candidates.one;
    One naked = and_neither(all_cells, candidates.two, settled);
    if (!any_bit(or3(spread, fresh, empty) | naked)) {
      if (is_counted || !count_once<Lines>(lines)) return ChuteEnd::kFixed;
      continue;
    }

    if (any_bit(spread)) return ChuteEnd::kSpread;
    if (any_bit(empty | found.two)) return ChuteEnd::kContradiction;
    if (any_bit(fresh)) {
      settled |= fresh;
      for (int k = 0; k < 3; ++k) x.digit[k] = andnot_or(x.digit[k], found.one, single.digit[k]);
      candidates = count_candidates(x);
      if (any_bit(all_cells & ~candidates.one)) return ChuteEnd::kContradiction;
      naked = and_neither(all_cells, candidates.two, settled);
    }
    const ChuteLines before = lines;
    lines = Lines::pack(x);
    if (any_bit(naked)) {
      // Their digits leave the other lines of the box, and with them all its other cells, unless
      // they have another cross line there.
      ChuteCells here = x;
      for (One& v : here.digit) v &= naked;
      if (any_bit(cross.triple[0] & Lines::Cross::others_of_box(Lines::Cross::pack(here)))) {
        return ChuteEnd::kSpread;
      }
      settled |= naked;
      lines.triple[0] &= ~Lines::others_of_box(Lines::pack(here));
    } else if (!any_bit(difference(lines, before))) {
      if (any_bit(difference(Lines::Cross::pack(x), cross))) return ChuteEnd::kSpread;
      if (is_counted || !count_once<Lines>(lines)) return ChuteEnd::kFixed;
    }
  }
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
