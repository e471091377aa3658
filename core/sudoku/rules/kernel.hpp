// The band engine's rules, which remove candidates without a guess: what the builds of their kernel
// (one for each level of core/simd) have in common.
#pragma once

#include <cstddef>

#include "core/simd/kernels.hpp"
#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku::rules {

/// Applies all rules until none removes a candidate. After a contradiction the candidates that are
/// left mean nothing.
using PropagateFunction = BandOutcome (*)(BandBoard& board);

/// The same for `count` boards, several of them side by side in a vector. Outcomes and boards are
/// those of PropagateFunction.
using PropagateAllFunction = void (*)(BandBoard* boards, std::size_t count, BandOutcome* outcomes);

struct Kernel {
  PropagateFunction propagate;
  PropagateAllFunction propagate_all;
  std::size_t side_by_side;  ///< boards that take little longer than one
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::rules
