// Branching, when the rules remove nothing more. The batch branches at the same place as the band
// engine, so that both walk the same tree and find the same solution first.
//
// A chute is a band (0..2) or a stack (3..5) of the board.
#pragma once

#include "core/sudoku/batch/board.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

/// A number in each lane, bit-sliced: bit[i] has weight 2^i.
template <int kBits>
struct Number {
  Plane bit[kBits];
};

// How many of the planes at `planes[places[0]]` to `planes[places[8]]` are set.
PUZZLED_INLINE Number<4> add_nine(const Plane* planes, const std::uint16_t* places) {
  Plane sum[3];
  Plane carry[3];
  for (int i = 0; i < 3; ++i) {
    const Plane a = load_once(planes[places[3 * i]]);
    const Plane b = load_once(planes[places[3 * i + 1]]);
    const Plane c = load_once(planes[places[3 * i + 2]]);
    sum[i] = xor3(a, b, c);
    carry[i] = majority(a, b, c);
  }
  const Plane twos_in = majority(sum[0], sum[1], sum[2]);
  const Plane twos = xor3(carry[0], carry[1], carry[2]);
  const Plane fours = majority(carry[0], carry[1], carry[2]);
  const Plane fours_in = twos & twos_in;
  return {{xor3(sum[0], sum[1], sum[2]), twos ^ twos_in, fours ^ fours_in, fours & fours_in}};
}

PUZZLED_INLINE void add_to(Number<7>& total, const Number<4>& number) {
  Plane carry{};
  for (int i = 0; i < 4; ++i) {
    const Plane a = total.bit[i];
    total.bit[i] = xor3(a, number.bit[i], carry);
    carry = majority(a, number.bit[i], carry);
  }
  for (int i = 4; i < 7; ++i) {
    const Plane a = total.bit[i];
    total.bit[i] = a ^ carry;
    carry &= a;
  }
}

/// A digit has three groups of three places in a chute: in a band a group is a row and its places
/// are mini-rows; in a stack a group is a box and its places are mini-columns.
struct ChutePlaces {
  std::uint16_t at[6][9];  ///< indices of the first digit's among all mini-lines
};
constexpr ChutePlaces chute_places() {
  ChutePlaces places{};
  for (int chute = 0; chute < 6; ++chute) {
    for (int i = 0; i < 9; ++i) {
      const int group = i / 3;
      const int box = chute < 3 ? 3 * chute + i % 3 : 3 * group + chute - 3;
      const int slot = chute < 3 ? group : 3 + i % 3;
      places.at[chute][i] = static_cast<std::uint16_t>(mini_line_plane(box, 0, slot));
    }
  }
  return places;
}
constexpr ChutePlaces kPlaces = chute_places();

constexpr int kNextDigit = 6 * kAbreast;  // from one digit's mini-lines to the next's

struct SplitScratch {
  Plane two[6][9];    ///< per chute and digit: two of six permutations left
  Plane three[6][9];  ///< three
  Plane more[6][9];   ///< four or six
};

// Of the first `chutes`, chooses that with the fewest places in all (27 is a fixed one, and comes
// last), the first of equals.
PUZZLED_INLINE void choose_chute(const Number<7>* totals, int chutes, Plane* chosen) {
  Number<8> best{};
  for (int chute = 0; chute < chutes; ++chute) {
    const Plane* t = totals[chute].bit;
    const Plane fixed = t[0] & t[1] & ~t[2] & t[3] & t[4] & ~(t[5] | t[6]);
    Number<8> number{};
    for (int i = 0; i < 7; ++i) number.bit[i] = t[i];
    number.bit[7] = fixed;
    if (chute == 0) {
      best = number;
      chosen[0] = all_lanes();
      continue;
    }
    Plane less{};
    for (int i = 0; i < 8; ++i) {
      const Plane differ = number.bit[i] ^ best.bit[i];
      less = choose(differ, best.bit[i], less);
    }
    for (int i = 0; i < 8; ++i) best.bit[i] = choose(less, number.bit[i], best.bit[i]);
    for (int before = 0; before < chute; ++before) chosen[before] &= ~less;
    chosen[chute] = less;
  }
}

/// Those of `lanes` in whose bands each digit has one mini-row of each box.
__attribute__((noinline)) Plane find_fixed_bands(const Board& board, Plane lanes) {
  for (int band = 0; band < 3; ++band) {
#pragma GCC unroll 1
    for (int digit = 0; digit < 9; ++digit) {
      const Plane* const places = board.mini_lines + kNextDigit * digit;
      const std::uint16_t* const at = kPlaces.at[band];
      Plane open{};
      for (int i = 0; i < 9; i += 3) {
        open |= majority(load_once(places[at[i]]), load_once(places[at[i + 1]]),
                         load_once(places[at[i + 2]]));
      }
      lanes &= ~open;
    }
    if (!any_bit(lanes)) break;
  }
  return lanes;
}

/// Splits the boards in `lanes` in two by the place of one digit in a group, of the first `chutes`
/// (3 or 6). `board` keeps the first place. `put(i, rest, kept, is_new)` is called for each
/// mini-line i of the board, in no particular order, and has to store `kept` there, if it is new;
/// `rest` has the boards with the other places (in lanes that are not split, their own mini-lines).
/// REQUIRES: those boards are open, the last pass removed nothing from them, and not all of those
/// chutes are fixed.
template <class Put>
__attribute__((noinline)) void split(Board& board, Plane lanes, int chutes, SplitScratch& scratch,
                                     Put put) {
  Number<7> totals[6];
  for (int chute = 0; chute < chutes; ++chute) {
    Number<7> total{};
    for (int digit = 0; digit < 9; ++digit) {
      const Number<4> n = add_nine(board.mini_lines + kNextDigit * digit, kPlaces.at[chute]);
      // 5 or 6 of the nine places belong to two permutations, 7 to three, 8 to four, 9 to six.
      scratch.two[chute][digit] = n.bit[2] & (n.bit[0] ^ n.bit[1]);
      scratch.three[chute][digit] = and3(n.bit[2], n.bit[0], n.bit[1]);
      scratch.more[chute][digit] = n.bit[3];
      add_to(total, n);
    }
    totals[chute] = total;
  }
  Plane chosen[6] = {};
  choose_chute(totals, chutes, chosen);

  Plane with_two{};
  Plane with_three{};
  for (int chute = 0; chute < chutes; ++chute) {
    Plane two{};
    Plane three{};
    for (int digit = 0; digit < 9; ++digit) {
      two |= scratch.two[chute][digit];
      three |= scratch.three[chute][digit];
    }
    with_two = or_and(with_two, chosen[chute], two);
    with_three = or_and(with_three, chosen[chute], three);
  }

  Plane undecided = lanes;
  for (int chute = 0; chute < 6; ++chute) {
    for (int digit = 0; digit < 9; ++digit) {
      const Plane best =
          choose(with_two, scratch.two[chute][digit],
                 choose(with_three, scratch.three[chute][digit], scratch.more[chute][digit]));
      const Plane here = and3(undecided, chosen[chute], best);
      undecided &= ~here;
      // In the first group with more than one place.
      Plane open = here;
      for (int group = 0; group < 3; ++group) {
        const std::uint16_t* const at = kPlaces.at[chute] + 3 * group;
        const Plane* const kept = board.mini_lines + kNextDigit * digit;
        const Plane a = load_once(kept[at[0]]);
        const Plane b = load_once(kept[at[1]]);
        const Plane c = load_once(kept[at[2]]);
        const Plane pick = open & majority(a, b, c);
        open &= ~pick;
        // Much is stored here: see or3_unfused().
        const Plane first_a = no_fuse(pick & a);
        const Plane not_a = no_fuse(pick & ~a);
        const Plane first_c = no_fuse(not_a & ~b);
        const Plane not_c = no_fuse(pick & ~first_c);
        const auto first = static_cast<std::size_t>(kNextDigit * digit);
        put(first + at[0], a & ~pick, a, false);
        put(first + at[1], b & ~not_a, b & ~first_a, true);
        put(first + at[2], c & ~first_c, c & ~not_c, true);
      }
    }
  }
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
