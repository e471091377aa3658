// A depth-first search under the layer bound that gives up soon. Where the cells that matter have
// few candidates left it ends within microseconds, before the template bound has taken its first
// steps.
#pragma once

#include "core/target_sudoku/incumbent.hpp"
#include "core/target_sudoku/problem.hpp"

namespace puzzled::target {

/// When to give up: after `boards` boards, but not while the whole tree is estimated to have at
/// most `max_tree` of them.
struct QuickBudget {
  int boards = 0;
  double max_tree = 0;
};

struct QuickResult {
  bool is_complete = false;  ///< no grid that reaches the cutoff is left
  int boards = 0;            ///< that it took
};

/// Looks for grids below `board` that reach the incumbent's cutoff, and offers them; it rises above
/// each. REQUIRES: problem.layers.is_usable(); the board has been propagated and is open.
QuickResult quick_search(const Problem& problem, const BandBoard& board, const QuickBudget& budget,
                         Incumbent& incumbent);

}  // namespace puzzled::target
