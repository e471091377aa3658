// All grids of the best score, in lexicographic order. The first of them is the grid that goes with
// a score: so it depends on the board and the weights alone, not on who searched how.
#pragma once

#include <cstdint>
#include <functional>

#include "core/target_sudoku/executor.hpp"

namespace puzzled::target {

/// Shown one grid after another; false: no more are wanted.
using Visit = std::function<bool(const Grid&)>;

/// Visits the grids below `root` that score as much as `best`, which none exceeds, the
/// lexicographically smallest first. `best` is one of them: knowing it saves walking in vain.
/// `executor` searches where that is not enough. Returns false if `stop` ended it before the last
/// one. REQUIRES: root's board is propagated and open, and has lost no candidate of a grid with
/// that score; root's symmetries leave it as it is.
bool visit_optimal_grids(const Problem& problem, const Node& root, const Found& best,
                         Executor& executor, const StopFlag& stop, const Visit& visit);

}  // namespace puzzled::target
