// One band or stack (chute) of a board on its own. On a board with few clues a branch seldom has
// consequences outside of its chute, so the band engine searches a chute at a time.
#pragma once

#include <array>
#include <cstdint>

#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku {

// Chutes 0..2 are the bands of a board, 3..5 its stacks. A stack is kept as if it were a band, with
// rows and columns exchanged in each box. So a chute has lines, the mini-rows of a band or the
// mini-columns of a stack, and cross lines.

constexpr bool is_band(unsigned chute) {
  return chute < 3;
}

/// What is left of the lines of a chute. A digit takes one line in each row and one in each box:
/// one of six permutations. Row by row, the boxes are: 012, 021, 102, 120, 201, 210.
struct ChuteLines {
  std::uint64_t permutations;  ///< bit 6d + i: digit d may have permutation i
  std::uint64_t sizes;         ///< from bit 6d on: how many digit d has left
  // For line b of row r, seven bits from 7(3r + b) on:
  std::uint64_t possible;  ///< how many digits have it
  std::uint64_t forced;    ///< how many of them have no other in the row
  Bands lines;             ///< as in Packed: all lines that a permutation goes through
};

/// The 27 cells of a chute. Lane t of `candidates[k]` is digit 3t + k; bit 9r + 3b + c is row r and
/// column c of the chute's box b. Lane 3 stays zero.
struct ChuteBoard {
  std::array<Bands, 3> candidates;  ///< some of them in lines that are not left
  Bands settled;                    ///< as in BandBoard; the same in lanes 0 to 2
  Bands singles_to_be;  ///< lines with one candidate, not settled: hidden singles as soon as their
                        ///< digit has no other line in the box
  ChuteLines lines;
};

/// The data that stay constant while a chute is searched.
struct ChuteFrame {
  unsigned number;  ///< 0..5
  Bands cross;      ///< the cross lines, as in Packed
};

/// How the search of a chute ended.
enum class ChuteEnd {
  kContradiction,
  kFixed,   ///< the lines of each digit are fixed, and nothing follows for the rest of the board
  kSpread,  ///< something follows for the rest of the board
};

/// How many lines its digits have left, in all, for each chute.
struct ChutePlaces {
  std::array<std::uint32_t, 6> of_chute;
};

inline constexpr std::uint32_t kFixedPlaces = 27;
inline constexpr unsigned kNoChute = 6;

/// Where to branch: the chute with the fewest places, the first of equals; kNoChute if all are
/// fixed. An open board has one that is not fixed, because the mini-rows and mini-columns of a
/// digit determine its cells.
inline unsigned tightest_chute(const ChutePlaces& places) {
  // A fixed chute's 27 wraps to a key above all others.
  std::uint32_t best = ~0U;
  for (std::uint32_t chute = 0; chute < 6; ++chute) {
    const std::uint32_t key = ((places.of_chute[chute] - kFixedPlaces - 1U) << 3) | chute;
    best = key < best ? key : best;
  }
  return best >> 31 != 0 ? kNoChute : best & 7;
}

}  // namespace puzzled::sudoku
