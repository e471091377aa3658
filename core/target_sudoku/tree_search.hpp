// Branch and bound below a node: the one tree search, on one thread or many.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/search_limits.hpp"
#include "core/target_sudoku/executor.hpp"
#include "core/target_sudoku/incumbent.hpp"

namespace puzzled::target {

/// When a search ends early.
struct TreeLimits {
  std::int64_t enough = std::numeric_limits<std::int64_t>::max();       ///< a grid has this score
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();  ///< about so many expanded
};

struct TreeResult {
  bool is_complete = false;  ///< no grid that reaches the cutoff was left out
  std::uint64_t nodes = 0;   ///< expanded
};

/// Successive searches of one board, which keep the statistics of its branchings.
class TreeSearch {
 public:
  TreeSearch(const Problem& problem, Executor& executor, const StopFlag& stop);
  ~TreeSearch();
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;

  /// Searches everything below `root` for grids that reach the incumbent's cutoff. Ends early at a
  /// limit, or when `stop` is set. The score of a complete search is the same whoever executes it;
  /// the grid is any with that score. REQUIRES: root's board is propagated and open.
  TreeResult search(const Node& root, const TreeLimits& limits, Incumbent& incumbent);

 private:
  class Worker;

  const Problem& problem_;
  Executor& executor_;
  const StopFlag& stop_;
  std::vector<std::unique_ptr<Worker>> workers_;  // by number, each made when it is first needed
};

}  // namespace puzzled::target
