// The band engine's rules, which remove candidates without a guess, and the search within a chute:
// what the builds of their kernel (one for each level of core/simd) have in common.
#pragma once

#include <cstddef>

#include "core/simd/kernels.hpp"
#include "core/sudoku/band_board.hpp"
#include "core/sudoku/band_chute.hpp"

namespace puzzled::sudoku::rules {

struct Kernel {
  /// The same as board_of().
  void (*read_board)(const Grid& puzzle, BandBoard& board);

  /// The same as grid_of(): of a board in which each cell has one candidate.
  void (*write_grid)(const BandBoard& board, Grid& grid);

  /// Applies all rules until none removes a candidate. After a contradiction the remaining
  /// candidates are unspecified.
  BandOutcome (*propagate)(BandBoard& board);

  /// The same; of an open board also counts the places.
  BandOutcome (*propagate_and_count)(BandBoard& board, ChutePlaces& places);

  /// The same for `count` boards, several of them side by side in a vector: when one has ended, the
  /// next takes its place. Outcomes and boards are those of propagate().
  void (*propagate_all)(BandBoard* boards, std::size_t count, BandOutcome* outcomes);

  std::size_t side_by_side;  ///< boards that take little longer than one

  /// Counts the places of an open board from which the rules remove nothing.
  void (*count_places)(const BandBoard& board, ChutePlaces& places);

  /// Takes chute `number` (0..5) out of a board from which the rules remove nothing.
  void (*take_chute)(const BandBoard& board, unsigned number, ChuteBoard& chute, ChuteFrame& frame);

  /// Searches the chute of `frame`: applies the rules, branches, keeps the first place of a digit
  /// and stores the chute with the others at `waiting`, which then points behind it; and so on
  /// until the end, which is that of the last `chute`. Each chute that waited is to be searched in
  /// the same way. Rules and branches are those of the whole board: the tree is the same as if only
  /// propagate() and split() (band_board.hpp) were used.
  /// REQUIRES: room for a chute at `waiting` for each branch, at most 27; `chute` comes straight
  /// from take_chute() with this frame (`is_stable`), or has waited in it.
  ChuteEnd (*search_chute)(ChuteBoard& chute, const ChuteFrame& frame, bool is_stable,
                           ChuteBoard*& waiting);

  /// The board that chute `number` was taken from, with the chute as it is now. (`to` may be
  /// `from`.)
  void (*put_chute)(const BandBoard& from, unsigned number, const ChuteBoard& chute, BandBoard& to);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::rules
