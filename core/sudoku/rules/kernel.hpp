// The band engine's rules, which remove candidates without a guess: what the builds of their kernel
// (one for each level of core/simd) have in common.
#pragma once

#include <cstddef>

#include "core/simd/kernels.hpp"
#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku::rules {

/// Applies all rules until none removes a candidate. Of a dead board, what is left means nothing.
using PropagateFunction = BandOutcome (*)(BandBoard& board);

/// The same for `count` boards, of which several go through the rules side by side. Every outcome
/// and every board that is not dead is what the other function would have made of it.
using PropagateAllFunction = void (*)(BandBoard* boards, std::size_t count, BandOutcome* outcomes);

struct Kernel {
  PropagateFunction propagate;
  PropagateAllFunction propagate_all;
  std::size_t side_by_side;  ///< boards that take little longer than one
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::rules
