// All grids of the best score, in lexicographic order. The first of them is the grid that goes with
// a score: it depends on the board and the weights alone, not on the search.
#pragma once

#include <functional>

#include "core/search_limits.hpp"
#include "core/target_sudoku/tree_search.hpp"

namespace puzzled::target {

/// Called with one grid after another; false: no more are wanted.
using Visit = std::function<bool(const Grid&)>;

/// Visits the grids below `root` that score as much as `best`, the lexicographically smallest
/// first. `best` is one of them, and none scores more: knowing it saves searching in vain.
/// `was_quick`: a quick search proved that, so the root's multipliers are not the board's own.
/// `tree` is asked where walking in order is not enough. Returns false if `stop` ended it before
/// the last grid. REQUIRES: root's board is propagated and open, and has lost no candidate of a
/// grid with that score; root's symmetries map it onto itself.
bool visit_optimal_grids(const Problem& problem, const Node& root, const Grid& best, bool was_quick,
                         TreeSearch& tree, const StopFlag& stop, const Visit& visit);

}  // namespace puzzled::target
