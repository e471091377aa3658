// A heuristic for good grids: cells take their best digits one after another, without a way back.
#pragma once

#include "core/target_sudoku/board_bound.hpp"
#include "core/target_sudoku/incumbent.hpp"

namespace puzzled::target {

/// Cells are fixed by falling regret, which is what the second-best digit costs the bound more than
/// the best; each takes its best digit, and the rules follow. `bound` is an evaluation of the board
/// or of one with more candidates. Costs about 20 steps of the bound at a root, less below.
void dive(const Problem& problem, const BoardBound& bound, const BandBoard& board,
          Incumbent& incumbent);

}  // namespace puzzled::target
