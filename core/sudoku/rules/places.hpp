// The number of places left in each chute of a board.
#pragma once

#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/rules/words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

// How many of the nine digits have each mini-row, summed over the three mini-rows of a row (or the
// three mini-columns of a row of boxes): fields of nine bits, one for each digit of the three.
template <class V>
struct Sums {
  V ones;
  V twos;  // to be counted twice

  template <int kTriples>
  PUZZLED_INLINE explicit Sums(const Packs<V, kTriples>& packed)
      : ones(sum_of_three(of_triples(packed.triple, [](V a, V b, V c) { return xor3(a, b, c); }))),
        twos(sum_of_three(majority_of_triples(packed.triple))) {}

  // The sums of group 0, 1 or 2 of each field, added up over the fields of a band.
  PUZZLED_INLINE V total(int group) const {
    const V fields = in_all<V>(0007007007);
    const V v = ((ones >> (3 * group)) & fields) + (((twos >> (3 * group)) & fields) << 1);
    return (v + (v >> 9) + (v >> 18)) & in_all<V>(0777);
  }

 private:
  static PUZZLED_INLINE V sum_of_three(V v) {
    const V bit = in_all<V>(kMiniRows);
    return (v & bit) + ((v >> 1) & bit) + ((v >> 2) & bit);
  }
};

template <class V, int kTriples>
PUZZLED_INLINE void count_places(const Packs<V, kTriples>& rows, const Packs<V, kTriples>& columns,
                                 ChutePlaces& places) {
  const Sums<V> row_sums(rows);
  const V in_bands = row_sums.total(0) + row_sums.total(1) + row_sums.total(2);
  const Sums<V> column_sums(columns);
  V in_stacks = column_sums.total(0) | (column_sums.total(1) << 9) | (column_sums.total(2) << 18);
  in_stacks += next_band(in_stacks) + previous_band(in_stacks);
  places.of_chute[0] = in_bands[0];
  places.of_chute[1] = in_bands[1];
  places.of_chute[2] = in_bands[2];
  places.of_chute[3] = in_stacks[0] & 0777;
  places.of_chute[4] = in_stacks[0] >> 9 & 0777;
  places.of_chute[5] = in_stacks[0] >> 18;
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
