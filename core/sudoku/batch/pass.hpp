// One pass: the rules, applied to the nine boxes of all boards.
#pragma once

#include "core/sudoku/batch/board.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

// In a band, a digit takes one mini-row in each row and in each box. So mini-row r of this box is
// possible only if the two other boxes can place the digit in the two other rows, one each. (That
// is all of pointing and claiming.)
PUZZLED_INLINE void apply_locked_candidates(const Planes* own, const Planes* b, const Planes* c,
                                            Planes* out) {
  out[0] = own[0] & or_and(b[2] & c[1], b[1], c[2]);
  out[1] = own[1] & or_and(b[0] & c[2], b[2], c[0]);
  out[2] = own[2] & or_and(b[1] & c[0], b[0], c[1]);
}

/// How many of nine planes are set.
struct CountOfNine {
  Planes three;
  Planes four_or_more;
  Planes two_or_less;
};

// Of the planes that `plane_of_digit(0)` to `plane_of_digit(8)` return.
template <class PlaneOfDigit>
PUZZLED_INLINE CountOfNine count_nine(const PlaneOfDigit& plane_of_digit) {
  Planes sum[3];
  Planes carry[3];
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const Planes a = plane_of_digit(3 * i);
    const Planes b = plane_of_digit(3 * i + 1);
    const Planes c = plane_of_digit(3 * i + 2);
    sum[i] = xor3(a, b, c);
    carry[i] = majority(a, b, c);
  }
  const Planes ones = xor3(sum[0], sum[1], sum[2]);
  const Planes twos_in = majority(sum[0], sum[1], sum[2]);
  const Planes twos_sum = xor3(carry[0], carry[1], carry[2]);
  const Planes twos = twos_sum ^ twos_in;
  const Planes fours = or_and(majority(carry[0], carry[1], carry[2]), twos_sum, twos_in);
  return {.three = ones & twos & ~fours,
          .four_or_more = fours,
          .two_or_less = ~(fours | (ones & twos))};
}

// The digit must be in mini-row i of the box (or mini-column), as it cannot be in the two others.
PUZZLED_INLINE Planes is_forced(const Planes* mini_rows, int i) {
  return and_neither(mini_rows[i], mini_rows[(i + 1) % 3], mini_rows[(i + 2) % 3]);
}

/// Applies the rules to one box. row_b and row_c are the mini-lines of the other boxes of its band,
/// column_b and column_c of those of its stack. `next_cells`, the cells of the box that is visited
/// next, are prefetched. With `kLoading` the candidates of lanes that have just been loaded are
/// what their mini-lines allow.
template <bool kCounting, bool kTracking, bool kLoading>
__attribute__((noinline)) void visit_box(Planes* __restrict cells, Planes* __restrict mini_lines,
                                         const Planes* __restrict row_b,
                                         const Planes* __restrict row_c,
                                         const Planes* __restrict column_b,
                                         const Planes* __restrict column_c,
                                         const Planes* next_cells, Board& board) {
  Planes dead = in_each(board.dead);
  Planes changed = in_each(board.changed);
  const Planes loaded = kLoading ? in_each(board.loaded) : Planes{};
  Planes one_place[9];  // per digit: at most one place in the box

  // Locked candidates: mini-lines exclude each other, cells follow their
  // mini-lines.
#pragma GCC unroll 1
  for (int digit = 0; digit < 9; ++digit) {
    Planes* x = cells + 9 * digit;
    Planes* mini_line = mini_lines + 6 * digit;
    Planes h[3];
    Planes v[3];
    apply_locked_candidates(mini_line, row_b + 6 * digit, row_c + 6 * digit, h);
    Planes below[3];
    Planes two_below[3];
    for (int i = 0; i < 3; ++i) {
      below[i] = from_below<1>(column_b[6 * digit + 3 + i]);
      two_below[i] = from_below<2>(column_c[6 * digit + 3 + i]);
    }
    apply_locked_candidates(mini_line + 3, below, two_below, v);
    dead = or_neither(dead, h[0], h[1] | h[2]);
    dead = or_neither(dead, v[0], v[1] | v[2]);
    Planes y[9];
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) {
      y[k] = no_fuse((kLoading ? x[k] | loaded : x[k]) & no_fuse(h[k / 3] & v[k % 3]));
    }
    const Planes within =
        or3(majority(y[0], y[1], y[2]), majority(y[3], y[4], y[5]), majority(y[6], y[7], y[8]));
    const Planes across =
        majority(or3(y[0], y[1], y[2]), or3(y[3], y[4], y[5]), or3(y[6], y[7], y[8]));
    one_place[digit] = neither(within, across);
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) x[k] = y[k];
  }

  // Naked singles: cells with one candidate. Hidden singles: digits with one place in the box.
  Planes some[9] = {};
  Planes more[9] = {};
  Planes taken[9] = {};  // by a hidden single
#pragma GCC unroll 1
  for (int digit = 0; digit < 9; ++digit) {
    const Planes* x = cells + 9 * digit;
    const Planes has_one_place = one_place[digit];
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) {
      const Planes y = load_once(x[k]);
      more[k] = or_and(more[k], some[k], y);
      some[k] |= y;
      taken[k] = or_and(taken[k], y, has_one_place);
    }
  }
  Planes single[9];
  Planes untaken[9];  // per cell: no hidden single is in it, or it has just one candidate
  Planes settled = in_each(board.settled);
#pragma GCC unroll 9
  for (int k = 0; k < 9; ++k) {
    single[k] = some[k] & ~more[k];
    settled &= single[k];
    dead |= ~some[k];
    untaken[k] = no_fuse(single[k] | ~taken[k]);
  }

  // Counting: a mini-row has three cells. Only three digits possible in it: all three are there.
  // Three digits that must be in it, having no other mini-row of the box: no other digit is.
  Planes full[6];
  Planes forced_full[6];
  if constexpr (kCounting) {
    constexpr int kNextDigit = 6;  // from one digit's mini-lines to the next's
    for (int i = 0; i < 6; ++i) {
      const Planes* const side = mini_lines + i / 3 * 3;
      const CountOfNine possible =
          count_nine([=](int digit) { return side[kNextDigit * digit + i % 3]; });
      const CountOfNine forced =
          count_nine([=](int digit) { return is_forced(side + kNextDigit * digit, i % 3); });
      full[i] = possible.three;
      forced_full[i] = forced.three;
      dead = or3(dead, possible.two_or_less, forced.four_or_more);
    }
  }

  // Assert the singles: their cells lose the other digits, their digit the other cells of the box,
  // and its other mini-lines. Two asserted mini-rows of one row are a contradiction that shows at
  // once.
#pragma GCC unroll 1
  for (int digit = 0; digit < 9; ++digit) {
    Planes* x = cells + 9 * digit;
    Planes* mini_line = mini_lines + 6 * digit;
    const Planes has_one_place = one_place[digit];
    Planes h[3];
    Planes v[3];
    Planes rows[3];
    Planes columns[3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      Planes sure[3];
      Planes left[3];
#pragma GCC unroll 3
      for (int j = 0; j < 3; ++j) {
        const int k = 3 * i + j;
        const Planes y = load_once(x[k]);
        sure[j] = no_fuse(no_fuse(single[k] | has_one_place) & y);
        left[j] = no_fuse(no_fuse(untaken[k] | has_one_place) & y);
        if constexpr (kTracking) changed = or_differ(changed, y, left[j]);
        // The cells that the mini-lines exclude are removed when the box is visited next.
        x[k] = left[j];
        v[j] = i == 0 ? sure[j] : no_fuse(v[j] | sure[j]);
        columns[j] = i == 0 ? left[j] : no_fuse(columns[j] | left[j]);
      }
      h[i] = or3_unfused(sure[0], sure[1], sure[2]);
      rows[i] = or3_unfused(left[0], left[1], left[2]);
    }
    Planes forced[6];
    if constexpr (kCounting) {
      for (int i = 0; i < 6; ++i) forced[i] = is_forced(mini_line + i / 3 * 3, i % 3);
      for (int i = 0; i < 3; ++i) {
        h[i] = or_and(h[i], full[i], mini_line[i]);
        v[i] = or_and(v[i], full[3 + i], mini_line[3 + i]);
      }
    }
    for (int i = 0; i < 3; ++i) {
      Planes row = and_neither_unfused(rows[i], h[(i + 1) % 3], h[(i + 2) % 3]);
      Planes column = and_neither_unfused(columns[i], v[(i + 1) % 3], v[(i + 2) % 3]);
      if constexpr (kCounting) {
        row = and_ornot(row, forced[i], forced_full[i]);
        column = and_ornot(column, forced[3 + i], forced_full[3 + i]);
      }
      // These mini-lines are subsets of those after locked candidates, so the comparison covers
      // that rule, too. Cells that only followed their mini-lines need no comparison.
      if constexpr (kTracking) {
        changed = or_differ(changed, mini_line[i], row);
        changed = or_differ(changed, mini_line[3 + i], column);
      }
      mini_line[i] = row;
      mini_line[3 + i] = column;
    }
    // A board of 512 lanes is larger than the first level of cache; smaller ones fit.
    if constexpr (kVectorBytes == 64) {
#pragma GCC unroll 9
      for (int k = 0; k < 9; ++k) __builtin_prefetch(next_cells + 9 * digit + k);
    }
  }
  board.dead = in_any(dead);
  board.settled = in_all(settled);
  if constexpr (kTracking) board.changed = in_any(changed);
}

/// Visits the nine boxes along the diagonals, so that changes reach all neighbours soon.
template <bool kCounting, bool kTracking, bool kLoading = false>
void pass(Board& board) {
  const Plane settled_before = board.settled;
  board.settled = all_lanes();
  if constexpr (kTracking) board.changed = Plane{};
  constexpr int kOrder[] = {0, 4, 8, 1, 5, 6, 2, 3, 7, 0};
  for (int i = 0; i < kVisits; ++i) {
    // Of the boxes that are visited together, this is the one in the uppermost band.
    const int box = kAbreast == 1 ? kOrder[i] : i;
    const int next = kAbreast == 1 ? kOrder[i + 1] : (i + 1) % 3;
    const int band = box / 3;
    const int stack = box % 3;
    const auto cells = [&board](int b) {
      return reinterpret_cast<Planes*>(board.cells) + 81 * visit_of(b);
    };
    const auto mini_lines = [&board](int b, int s) {
      return reinterpret_cast<Planes*>(board.mini_lines) + 54 * visit_of(3 * (b % 3) + s % 3);
    };
    visit_box<kCounting, kTracking, kLoading>(
        cells(box), mini_lines(band, stack), mini_lines(band, stack + 1),
        mini_lines(band, stack + 2), mini_lines(band + 1, stack), mini_lines(band + 2, stack),
        cells(next), board);
  }
  if constexpr (kLoading) board.loaded = Plane{};
  board.solved = board.settled & settled_before & ~board.dead;
}

/// Lanes whose candidates are a solution: one in each cell, and a place for every digit in every
/// row, column and box. Costs a fifth of the pass that would confirm it.
__attribute__((noinline)) Plane find_solutions(const Board& board) {
  // Settled cells have one candidate each: so 81 places of 9 digits in 9 rows are one of each.
  Plane good = board.settled & ~board.dead;
#pragma GCC unroll 1
  for (int digit = 0; digit < 9; ++digit) {
    Plane columns[9] = {};
#pragma GCC unroll 3
    for (int band = 0; band < 3; ++band) {
      Plane rows[3] = {};
#pragma GCC unroll 3
      for (int stack = 0; stack < 3; ++stack) {
        const Plane* const x = board.cells + cell_plane(3 * band + stack, digit, 0);
        Plane y[9];
        for (int k = 0; k < 9; ++k) y[k] = load_once(x[kAbreast * k]);
        Plane in_box{};
        for (int i = 0; i < 3; ++i) {
          const Plane row = or3(y[3 * i], y[3 * i + 1], y[3 * i + 2]);
          rows[i] |= row;
          in_box |= row;
          columns[3 * stack + i] |= or3(y[i], y[3 + i], y[6 + i]);
        }
        good &= in_box;
      }
      good = and3(good, rows[0], rows[1]) & rows[2];
    }
    for (int i = 0; i < 9; i += 3) {
      good = and3(good, columns[i], columns[i + 1]) & columns[i + 2];
    }
  }
  return good;
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
