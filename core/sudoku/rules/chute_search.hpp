// The search of a chute, as long as nothing follows for the rest of its board.
#pragma once

#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/rules/chute.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

// Where to branch: on a digit with two permutations left, else with three, else with more, the
// first of equals. Bit 9c + d of the result: digit d has two (c = 0), three (1), four or six (2)
// left. 5 or 6 of the nine places belong to two permutations, 7 to three, 8 to four, 9 to six.
template <class Lines>
PUZZLED_INLINE std::uint32_t open_digits(One v) {
  constexpr int kGroup = Lines::kGroupStep;
  constexpr int kPlace = Lines::kPlaceStep;
  const One b = v >> kGroup;
  const One c = v >> (2 * kGroup);
  const One low = xor3(v, b, c);
  const One high = majority(v, b, c);
  const One ones = xor3(low, low >> kPlace, low >> (2 * kPlace));
  const One carry = majority(low, low >> kPlace, low >> (2 * kPlace));
  const One high_ones = xor3(high, high >> kPlace, high >> (2 * kPlace));
  const One high_twos = majority(high, high >> kPlace, high >> (2 * kPlace));
  const One twos = carry ^ high_ones;
  const One fours = (carry & high_ones) ^ high_twos;
  const One two = fours & (ones ^ twos);
  const One three = and3(fours, ones, twos);
  const One more = and3(carry, high_ones, high_twos);
  One open;
  if constexpr (Lines::kDigitStep == 1) {
    const One digits = in_all<One>(0007);
    open = or3(two & digits, (three & digits) << 9, (more & digits) << 18);
  } else {
    const One digits = in_all<One>(0001001001);
    One mixed = or3(two & digits, (three & digits) << 3, (more & digits) << 6);
    mixed = or3(mixed, mixed >> 8, mixed >> 16);
    open = or3(mixed & in_all<One>(0007), (mixed & in_all<One>(0070)) << 6,
               (mixed & in_all<One>(0700)) << 12);
  }
  return open[0] | (open[1] << 3) | (open[2] << 6);
}

// All lines of a digit, for each bit of open_digits().
struct DigitLines {
  alignas(16) std::uint32_t of_bit[27][4];
};
template <class Lines>
constexpr DigitLines digit_lines() {
  DigitLines lines{};
  for (int bit = 0; bit < 27; ++bit) {
    const int digit = bit % 9;
    lines.of_bit[bit][digit / 3] = Lines::kFirstDigit << (digit % 3 * Lines::kDigitStep);
  }
  return lines;
}
template <class Lines>
constexpr DigitLines kDigitLines = digit_lines<Lines>();

PUZZLED_INLINE One is_none(One v) {
  return reinterpret_cast<One>(v == One{});
}

// The first group of `lines` that has more than one place.
template <class Lines>
PUZZLED_INLINE One first_open_group(One lines) {
  One group[3];
  One none[3];
  for (int i = 0; i < 3; ++i) {
    group[i] = lines & in_all<One>(Lines::kFirstGroup << (i * Lines::kGroupStep));
    none[i] = is_none(group[i] & (group[i] - 1));
  }
  return choose(none[0], choose(none[1], group[2], group[1]), group[0]);
}

template <class Lines>
PUZZLED_INLINE ChuteEnd search_lines(ChuteBoard& board, const ChuteFrame& frame, bool is_stable,
                                     ChuteBoard*& waiting) {
  ChuteCells x{{reinterpret_cast<One>(board.candidates[0]),
                reinterpret_cast<One>(board.candidates[1]),
                reinterpret_cast<One>(board.candidates[2])}};
  One settled = reinterpret_cast<One>(board.settled);
  ChuteEnd end = ChuteEnd::kFixed;
  ChuteLines lines = Lines::pack(x);
  for (;; is_stable = false) {
    if (!is_stable) end = propagate_chute<Lines>(x, settled, frame, lines);
    if (end != ChuteEnd::kFixed) break;
    const std::uint32_t open = open_digits<Lines>(lines.triple[0]);
    if (open == 0) break;
    const One of_digit = load<One>(kDigitLines<Lines>.of_bit[__builtin_ctz(open)]);
    const One places = first_open_group<Lines>(lines.triple[0] & of_digit);
    const One rest = places & (places - 1);
    ChuteCells other = x;
    Lines::keep(other, {{and_ornot(lines.triple[0], rest, places)}});
    for (std::size_t k = 0; k < 3; ++k) {
      waiting->candidates[k] = reinterpret_cast<Bands>(other.digit[k]);
    }
    waiting->settled = reinterpret_cast<Bands>(settled);
    ++waiting;
    lines.triple[0] &= ~rest;
  }
  for (std::size_t k = 0; k < 3; ++k) board.candidates[k] = reinterpret_cast<Bands>(x.digit[k]);
  board.settled = reinterpret_cast<Bands>(settled);
  return end;
}

ChuteEnd search_chute(ChuteBoard& board, const ChuteFrame& frame, bool is_stable,
                      ChuteBoard*& waiting) {
  return is_band(frame.number) ? search_lines<BandLines>(board, frame, is_stable, waiting)
                               : search_lines<StackLines>(board, frame, is_stable, waiting);
}

// A chute's cells in a board are, for digits 3t + k, the words of a band, or three columns of all
// three. Boards are written a vector at a time, for they are read so next.
PUZZLED_INLINE One band_of(const BandBoard& board, std::size_t k, int band) {
  return One{board.candidates[k][band], board.candidates[3 + k][band],
             board.candidates[6 + k][band], 0};
}

constexpr std::uint32_t kStack = 0007007007;  // the columns of a stack, in a band

template <class Lines>
PUZZLED_INLINE void set_frame(ChuteFrame& frame, ChuteCells x, One settled) {
  const ChuteLines cross = Lines::Cross::pack(x);
  frame.cross = reinterpret_cast<Bands>(cross.triple[0]);
  Lines::Cross::keep_only(x, cross);
  for (std::size_t k = 0; k < 3; ++k) frame.only_cross[k] = reinterpret_cast<Bands>(x.digit[k]);
  frame.has_only_cross = any_bit(or3(x.digit[0], x.digit[1], x.digit[2]) & ~settled);
}

void take_chute(const BandBoard& board, unsigned number, ChuteBoard& taken, ChuteFrame& frame) {
  ChuteCells x;
  frame.number = number;
  if (is_band(number)) {
    const int band = static_cast<int>(number);
    for (std::size_t k = 0; k < 3; ++k) x.digit[k] = band_of(board, k, band);
    const std::uint32_t settled = board.settled[band];
    taken.settled = Bands{settled, settled, settled, 0};
    set_frame<BandLines>(frame, x, reinterpret_cast<One>(taken.settled));
  } else {
    const int shift = static_cast<int>(3 * (number - 3));
    const auto join = [&](One a, One b, One c) {
      const One mask = in_all<One>(kStack);
      return or3((a >> shift) & mask, ((b >> shift) & mask) << 3, ((c >> shift) & mask) << 6);
    };
    for (std::size_t k = 0; k < 3; ++k) {
      x.digit[k] = join(band_of(board, k, 0), band_of(board, k, 1), band_of(board, k, 2));
    }
    const Bands& s = board.settled;
    taken.settled =
        reinterpret_cast<Bands>(join(in_all<One>(s[0]), in_all<One>(s[1]), in_all<One>(s[2])));
    set_frame<StackLines>(frame, x, reinterpret_cast<One>(taken.settled));
  }
  for (std::size_t k = 0; k < 3; ++k) taken.candidates[k] = reinterpret_cast<Bands>(x.digit[k]);
}

// Word t of `v`, in each band.
template <int kLane>
PUZZLED_INLINE Bands in_bands(Bands v) {
  return Bands{v[kLane], v[kLane], v[kLane], 0};
}

// f(old, word) for the vector of each digit and for the settled cells: `word` is the chute's.
template <class Function>
PUZZLED_INLINE void for_each_word(BandBoard& board, const ChuteBoard& chute, Function f) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Bands v = chute.candidates[k];
    board.candidates[k] = f(board.candidates[k], in_bands<0>(v));
    board.candidates[3 + k] = f(board.candidates[3 + k], in_bands<1>(v));
    board.candidates[6 + k] = f(board.candidates[6 + k], in_bands<2>(v));
  }
  board.settled = f(board.settled, chute.settled);
}

alignas(16) constexpr std::uint32_t kOnlyBand[3][4] = {{~0U}, {0, ~0U}, {0, 0, ~0U}};

void put_chute(BandBoard& board, unsigned number, const ChuteBoard& chute) {
  if (is_band(number)) {
    const auto mask = load<Bands>(kOnlyBand[number]);
    for_each_word(board, chute, [&](Bands old, Bands word) { return choose(mask, word, old); });
  } else {
    const int shift = static_cast<int>(3 * (number - 3));
    const Bands mask = in_every_band(kStack) << shift;
    const auto first = load<Bands>(kOnlyBand[0]);
    const auto second = load<Bands>(kOnlyBand[1]);
    for_each_word(board, chute, [&](Bands old, Bands word) {
      const Bands boxes = choose(first, word, choose(second, word >> 3, word >> 6));
      return choose(mask, boxes << shift, old);
    });
  }
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
