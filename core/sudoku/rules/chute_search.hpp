// The search of a chute, as long as nothing follows for the rest of its board.
#pragma once

#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/rules/chute.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

ChuteEnd search_chute(ChuteBoard& board, const ChuteFrame& frame, bool is_stable,
                      ChuteBoard*& waiting) {
  Chute chute{
      .x = {{reinterpret_cast<One>(board.candidates[0]), reinterpret_cast<One>(board.candidates[1]),
             reinterpret_cast<One>(board.candidates[2])}},
      .settled = reinterpret_cast<One>(board.settled),
      .singles_to_be = reinterpret_cast<One>(board.singles_to_be),
      .lines = board.lines};
  const auto put_cells = [&](ChuteBoard& to) {
    for (std::size_t k = 0; k < 3; ++k) {
      to.candidates[k] = reinterpret_cast<Bands>(chute.x.digit[k]);
    }
    to.settled = reinterpret_cast<Bands>(chute.settled);
  };
  const Split* const splits = kLineTables.splits[is_band(frame.number) ? 1 : 0];
  ChuteBoard* top = waiting;
  ChuteEnd end = ChuteEnd::kFixed;
  if (!is_stable) end = propagate_chute(chute, frame);
  while (end == ChuteEnd::kFixed && split_lines(chute.lines, splits, top->lines)) {
    put_cells(*top);
    top->singles_to_be = reinterpret_cast<Bands>(chute.singles_to_be);
    ++top;
    end = propagate_chute(chute, frame);
  }
  waiting = top;
  put_cells(board);
  return end;
}

// A chute's cells in a board are, for digits 3t + k, the words of a band, or three columns of all
// three. Boards are written a vector at a time, for they are read so next.
PUZZLED_INLINE One band_of(const BandBoard& board, std::size_t k, int band) {
  return One{board.candidates[k][band], board.candidates[3 + k][band],
             board.candidates[6 + k][band], 0};
}

struct ThreeBands {
  One band[3];
};
PUZZLED_INLINE ThreeBands all_bands_of(const BandBoard& board, std::size_t k) {
  const auto a = reinterpret_cast<One>(board.candidates[k]);
  const auto b = reinterpret_cast<One>(board.candidates[3 + k]);
  const auto c = reinterpret_cast<One>(board.candidates[6 + k]);
  const One low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const One high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  return {{__builtin_shufflevector(low, c, 0, 1, 4, 7), __builtin_shufflevector(low, c, 2, 3, 5, 7),
           __builtin_shufflevector(high, c, 0, 1, 6, 7)}};
}

constexpr std::uint32_t kStack = 0007007007;  // the columns of a stack, in a band

// Rows and columns exchanged in each box: two exchanges of bits that are 8 or 16 apart.
template <class V>
PUZZLED_INLINE V transposed(V v) {
  const V by_8 = (v ^ (v >> 8)) & in_all<V>(0444222);
  v ^= by_8 ^ (by_8 << 8);
  const V by_16 = (v ^ (v >> 16)) & in_all<V>(0444);
  return v ^ by_16 ^ (by_16 << 16);
}

void take_chute(const BandBoard& board, unsigned number, ChuteBoard& taken, ChuteFrame& frame) {
  ChuteCells x;
  One settled;
  frame.number = number;
  if (is_band(number)) {
    const int band = static_cast<int>(number);
    for (std::size_t k = 0; k < 3; ++k) x.digit[k] = band_of(board, k, band);
    settled = in_all<One>(board.settled[band]);
  } else {
    const int shift = static_cast<int>(3 * (number - 3));
    const auto join = [&](One a, One b, One c) {
      const One mask = in_all<One>(kStack);
      return transposed(
          or3((a >> shift) & mask, ((b >> shift) & mask) << 3, ((c >> shift) & mask) << 6));
    };
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [a, b, c] = all_bands_of(board, k).band;
      x.digit[k] = join(a, b, c);
    }
    const Bands& s = board.settled;
    settled = join(in_all<One>(s[0]), in_all<One>(s[1]), in_all<One>(s[2]));
  }
  for (std::size_t k = 0; k < 3; ++k) taken.candidates[k] = reinterpret_cast<Bands>(x.digit[k]);
  taken.settled = reinterpret_cast<Bands>(settled);
  const Packs<One, 1> cross = pack_mini_columns(x);
  frame.cross = reinterpret_cast<Bands>(cross.triple[0]);
  set_lines(permutations_of(pack_mini_rows(x).triple[0]), taken.lines);
  // Candidates in their digit's only cross line of a box.
  keep_only_columns(x, cross);
  for (One& v : x.digit) v &= ~settled;
  taken.singles_to_be = reinterpret_cast<Bands>(pack_mini_rows(x).triple[0]);
}

// Word t of `v`, in each band.
template <int kLane>
PUZZLED_INLINE Bands in_bands(Bands v) {
  return Bands{v[kLane], v[kLane], v[kLane], 0};
}

// f(old, word) for the vector of each digit and for the settled cells: `word` is g of the chute's.
template <class G, class F>
PUZZLED_INLINE void for_each_word(const BandBoard& from, BandBoard& to, const ChuteBoard& chute,
                                  G g, F f) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Bands v = g(chute.candidates[k]);
    to.candidates[k] = f(from.candidates[k], in_bands<0>(v));
    to.candidates[3 + k] = f(from.candidates[3 + k], in_bands<1>(v));
    to.candidates[6 + k] = f(from.candidates[6 + k], in_bands<2>(v));
  }
  to.settled = f(from.settled, g(chute.settled));
}

alignas(16) constexpr std::uint32_t kOnlyBand[3][4] = {{~0U}, {0, ~0U}, {0, 0, ~0U}};

void put_chute(const BandBoard& from, unsigned number, const ChuteBoard& chute, BandBoard& to) {
  if (is_band(number)) {
    const auto mask = load<Bands>(kOnlyBand[number]);
    for_each_word(
        from, to, chute, [](Bands v) { return v; },
        [&](Bands old, Bands word) { return choose(mask, word, old); });
  } else {
    const int shift = static_cast<int>(3 * (number - 3));
    const Bands mask = in_every_band(kStack) << shift;
    const auto first = load<Bands>(kOnlyBand[0]);
    const auto second = load<Bands>(kOnlyBand[1]);
    for_each_word(
        from, to, chute, [](Bands v) { return transposed(v); },
        [&](Bands old, Bands word) {
          const Bands boxes = choose(first, word, choose(second, word >> 3, word >> 6));
          return choose(mask, boxes << shift, old);
        });
  }
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
