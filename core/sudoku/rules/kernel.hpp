// The band engine's rules, which remove candidates without a guess, and the search within a chute:
// what the builds of their kernel (one for each level of core/simd) have in common.
#pragma once

#include <cstddef>

#include "core/simd/kernels.hpp"
#include "core/sudoku/band_board.hpp"
#include "core/sudoku/band_chute.hpp"

namespace puzzled::sudoku::rules {

/// The same as board_of().
using ReadBoardFunction = void (*)(const Grid& puzzle, BandBoard& board);

/// The same as grid_of(): of a board in which each cell has one candidate.
using WriteGridFunction = void (*)(const BandBoard& board, Grid& grid);

/// Applies all rules until none removes a candidate. After a contradiction the remaining candidates
/// are unspecified.
using PropagateFunction = BandOutcome (*)(BandBoard& board);

/// The same; of an open board also counts the places.
using PropagateAndCountFunction = BandOutcome (*)(BandBoard& board, ChutePlaces& places);

/// The same for `count` boards, several of them side by side in a vector. Outcomes and boards are
/// those of PropagateFunction.
using PropagateAllFunction = void (*)(BandBoard* boards, std::size_t count, BandOutcome* outcomes);

/// Takes chute `number` (0..5) out of a board from which the rules remove nothing.
using TakeChuteFunction = void (*)(const BandBoard& board, unsigned number, ChuteBoard& chute,
                                   ChuteFrame& frame);

/// Searches the chute of `frame`: applies the rules, branches, keeps the first place of a digit and
/// stores the chute with the others at `waiting`, which then points behind it; and so on until the
/// end, which is that of the last `chute`. Each chute that waited is to be searched in the same
/// way. Rules and branches are those of the whole board: the tree is the same as if only
/// PropagateFunction and split() (band_choice.hpp) were used.
/// REQUIRES: room for a chute at `waiting` for each branch, at most 27; `chute` comes straight from
/// take_chute() with this frame (`is_stable`), or has waited in it.
using SearchChuteFunction = ChuteEnd (*)(ChuteBoard& chute, const ChuteFrame& frame, bool is_stable,
                                         ChuteBoard*& waiting);

/// Puts the chute back into the board that it was taken from.
using PutChuteFunction = void (*)(BandBoard& board, unsigned number, const ChuteBoard& chute);

struct Kernel {
  ReadBoardFunction read_board;
  WriteGridFunction write_grid;
  PropagateFunction propagate;
  PropagateAndCountFunction propagate_and_count;
  PropagateAllFunction propagate_all;
  std::size_t side_by_side;  ///< boards that take little longer than one
  TakeChuteFunction take_chute;
  SearchChuteFunction search_chute;
  PutChuteFunction put_chute;
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::rules
