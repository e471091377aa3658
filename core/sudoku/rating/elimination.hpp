// The rules that remove candidates: locked candidates, and subsets of two, three and four.
#pragma once

#include "core/sudoku/rating/board.hpp"

namespace puzzled::sudoku::rating::PUZZLED_LEVEL {
namespace {

/// Locked candidates of one digit: in a band it takes one row in each box and one box in each row,
/// so a mini-row that is in no such choice of three loses it. The same for stacks and columns.
PUZZLED_INLINE Plane remove_locked(Board& board, int digit) {
  Plane changed{};
  for (int direction = 0; direction < 2; ++direction) {
    for (int band = 0; band < 3; ++band) {
      const auto cell_at = [&](int box, int line, int i) {
        const int along = 3 * box + i;
        const int across = 3 * band + line;
        return direction == 0 ? kSide * across + along : kSide * along + across;
      };
      Plane cells[3][3][3];
      Plane may[3][3];  // box, line of the band
      for (int box = 0; box < 3; ++box) {
        for (int line = 0; line < 3; ++line) {
          for (int i = 0; i < 3; ++i) {
            cells[box][line][i] = candidate(board, digit, cell_at(box, line, i));
          }
          // Where the digit is placed it needs neither box nor line. (Of two that are placed in a
          // band this does not tell which is where, and need not: the third place is known.)
          const int row = 3 * band + line;
          const Plane needed = board.box[digit][direction == 0 ? 3 * band + box : 3 * box + band] |
                               (direction == 0 ? board.row[digit][row] : board.column[digit][row]);
          may[box][line] =
              or3(cells[box][line][0], cells[box][line][1], cells[box][line][2]) | ~needed;
        }
      }
      for (int box = 0; box < 3; ++box) {
        const int box1 = (box + 1) % 3;
        const int box2 = (box + 2) % 3;
        for (int line = 0; line < 3; ++line) {
          const int line1 = (line + 1) % 3;
          const int line2 = (line + 2) % 3;
          const Plane keeps =
              or_and(may[box1][line1] & may[box2][line2], may[box1][line2], may[box2][line1]);
          const Plane loses =
              or3(cells[box][line][0], cells[box][line][1], cells[box][line][2]) & ~keeps;
          changed |= loses;
          for (int i = 0; i < 3; ++i) board.kept[digit][cell_at(box, line, i)] &= ~loses;
        }
      }
    }
  }
  return changed;
}

/// Removes locked candidates of all digits once. Returns whether there were some.
__attribute__((noinline)) bool remove_all_locked(Board& board) {
  Plane changed{};
  for (int digit = 0; digit < kSide; ++digit) changed |= remove_locked(board, digit);
  return any_bit(changed);
}

/// Nine things that have nine places each: cells and their digits, the digits of a unit and their
/// cells, the rows of a digit and its columns.
using Places = Plane[kSide][kSide];

/// How many of nine planes have a lane's bit, as a number of four bits.
struct Count {
  Plane ones, twos, fours, eights;
};

PUZZLED_INLINE Count count_of(const Plane* planes) {
  const Plane ones0 = xor3(planes[0], planes[1], planes[2]);
  const Plane ones1 = xor3(planes[3], planes[4], planes[5]);
  const Plane ones2 = xor3(planes[6], planes[7], planes[8]);
  const Plane twos0 = majority(planes[0], planes[1], planes[2]);
  const Plane twos1 = majority(planes[3], planes[4], planes[5]);
  const Plane twos2 = majority(planes[6], planes[7], planes[8]);
  const Plane twos3 = majority(ones0, ones1, ones2);
  const Plane twos4 = xor3(twos0, twos1, twos2);
  const Plane fours0 = majority(twos0, twos1, twos2);
  const Plane fours1 = twos3 & twos4;
  return {xor3(ones0, ones1, ones2), twos3 ^ twos4, fours0 ^ fours1, fours0 & fours1};
}

/// The lanes in which a count is at most 2, 3 or 4.
template <int kMax>
PUZZLED_INLINE Plane at_most(const Count& count) {
  if (kMax == 4) return ~(count.eights | (count.fours & (count.ones | count.twos)));
  const Plane small = ~(count.fours | count.eights);
  return kMax == 3 ? small : small & ~(count.ones & count.twos);
}

/// Where `kSize` things have no more than `kSize` places together, no other thing has one of these
/// places. Returns those of the lanes in which one had, and removes it from `places`.
template <int kSize>
class SubsetSearch {
 public:
  PUZZLED_INLINE SubsetSearch(Places& places, Plane lanes) : places_(places) {
    for (int i = 0; i < kSide; ++i) {
      const Count count = count_of(places[i]);
      const Plane some = count.twos | count.fours | count.eights;
      small_[i] = and3(at_most<kSize>(count), some, lanes);
    }
  }

  PUZZLED_INLINE Plane run() {
    for (int i = 0; i < kSide; ++i) {
      if (any_bit(small_[i])) add<1>(i, small_[i], places_[i]);
    }
    return changed_;
  }

 private:
  // `things` are chosen, the last of which is number `last`.
  template <int kChosen>
  PUZZLED_INLINE void add(int last, Plane lanes, const Plane* together) {
    chosen_[kChosen - 1] = last;
    if constexpr (kChosen == kSize) {
      lanes &= at_most<kSize>(count_of(together));
      if (any_bit(lanes)) remove(lanes, together);
    } else {
      for (int next = last + 1; next < kSide; ++next) {
        const Plane both = lanes & small_[next];
        if (!any_bit(both)) continue;
        Plane more[kSide];
        for (int place = 0; place < kSide; ++place) {
          more[place] = together[place] | places_[next][place];
        }
        add<kChosen + 1>(next, both, more);
      }
    }
  }

  PUZZLED_INLINE void remove(Plane lanes, const Plane* together) {
    unsigned others = 511;
    for (const int i : chosen_) others &= ~(1U << i);
    Plane lost[kSide];
    for (int place = 0; place < kSide; ++place) lost[place] = together[place] & lanes;
    for (; others != 0; others &= others - 1) {
      Plane* const other = places_[__builtin_ctz(others)];
      for (int place = 0; place < kSide; ++place) {
        changed_ = or_and(changed_, other[place], lost[place]);
        other[place] &= ~lost[place];
      }
    }
  }

  Places& places_;
  Plane small_[kSide];
  Plane changed_{};
  int chosen_[kSize] = {};
};

template <int kSize>
__attribute__((noinline)) Plane remove_of_subsets(Places& places, Plane lanes) {
  return SubsetSearch<kSize>(places, lanes).run();
}

PUZZLED_INLINE void transpose_places(Places& places) {
  for (int i = 0; i < kSide; ++i) {
    for (int j = i + 1; j < kSide; ++j) {
      const Plane place = places[i][j];
      places[i][j] = places[j][i];
      places[j][i] = place;
    }
  }
}

/// Both ways of a square: things and places change roles. `digit_at` and `cell_at` say which
/// candidate stands at (i, j).
template <int kSize, class Digit, class Cell>
PUZZLED_INLINE Plane remove_in_square(Board& board, Plane lanes, Digit digit_at, Cell cell_at) {
  Places places;
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      places[i][j] = candidate(board, digit_at(i, j), cell_at(i, j));
    }
  }
  Plane changed = remove_of_subsets<kSize>(places, lanes);
  transpose_places(places);
  changed |= remove_of_subsets<kSize>(places, lanes);
  if (!any_bit(changed)) return changed;
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      // Where a candidate was and is no more. (Others were none before, so that nothing is lost if
      // they count as removed.)
      board.kept[digit_at(i, j)][cell_at(i, j)] &= places[j][i];
    }
  }
  return changed;
}

/// Removes, in some lanes, what naked and hidden subsets of this size exclude in all units, and
/// fish of this size of all digits, once. Returns the lanes in which there was something.
template <int kSize>
__attribute__((noinline)) Plane remove_all_of_subsets(Board& board, Plane lanes) {
  Plane changed{};
  for (int unit = 0; unit < kUnits; ++unit) {
    const std::uint8_t* const cells = kUnitCells.cells[unit];
    changed |= remove_in_square<kSize>(
        board, lanes, [](int, int j) { return j; }, [=](int i, int) { return cells[i]; });
  }
  for (int digit = 0; digit < kSide; ++digit) {
    changed |= remove_in_square<kSize>(
        board, lanes, [=](int, int) { return digit; }, [](int i, int j) { return kSide * i + j; });
  }
  return changed;
}

/// Removes what subsets of two, three and up to `kMaxSize` exclude, each size once, where no
/// smaller one has removed anything. To the lanes `fresh` no smaller size applies. Returns the
/// lanes in which there was something.
template <int kMaxSize>
PUZZLED_INLINE Plane remove_all_of_subsets_up_to(Board& board, Plane lanes, Plane fresh) {
  Plane changed{};
  if constexpr (kMaxSize > 2) {
    const Plane again = lanes & ~fresh;
    if (any_bit(again)) {
      changed = remove_all_of_subsets_up_to<kMaxSize - 1>(board, again, Plane{});
    }
  }
  return changed | remove_all_of_subsets<kMaxSize>(board, lanes & ~changed);
}

/// Applies the rules of all levels up to this one, 1 to 4, until none removes anything.
template <int kLevel>
__attribute__((noinline)) void apply_rules(Board& board) {
  if constexpr (kLevel == 1) {
    place_singles<Singles::kHiddenInBoxes>(board);
  } else if constexpr (kLevel == 2) {
    place_singles<Singles::kHidden>(board);
  } else if constexpr (kLevel == 3) {
    place_singles<Singles::kAll>(board);
  } else {
    do {
      place_singles<Singles::kAll>(board);
    } while (remove_all_locked(board));
  }
}

}  // namespace
}  // namespace puzzled::sudoku::rating::PUZZLED_LEVEL
