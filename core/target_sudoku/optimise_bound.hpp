// The work on a node before it branches: the bound is lowered step by step, and every step fixes
// candidates by reduced cost. At a root, heuristics look for grids meanwhile.
#pragma once

#include "core/target_sudoku/board_bound.hpp"
#include "core/target_sudoku/executor.hpp"
#include "core/target_sudoku/incumbent.hpp"

namespace puzzled::target {

/// How much work a node is worth.
struct BoundEffort {
  int max_steps = 0;
  /// A root has no parent that found its multipliers: longer patience, and heuristics on the way.
  bool is_root = false;
  /// False where all grids that equal the cutoff are wanted, so none may be left out for another:
  /// then nothing is offered to the incumbent.
  bool seeks_grids = true;
};

/// Most boards need a third of these steps or less.
inline constexpr BoundEffort kRootEffort{.max_steps = 300, .is_root = true};

/// More steps make fewer but slower nodes: over 125 hard weights 8 steps take a seventh more time
/// than 16, and 24 as much as 16.
inline constexpr BoundEffort kNodeEffort{.max_steps = 16};

/// Lowers the node's bound and removes candidates that cannot reach the incumbent's cutoff. An open
/// node keeps its best multipliers, and `bound` their evaluation. REQUIRES: the board has been
/// propagated and is open.
NodeOutcome optimise_bound(const Problem& problem, Node& node, const BoundEffort& effort,
                           Incumbent& incumbent, BoardBound& bound);

}  // namespace puzzled::target
