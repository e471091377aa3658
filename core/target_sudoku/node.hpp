// A node of the search tree, and its outcome.
#pragma once

#include <cstdint>
#include <limits>

#include "core/target_sudoku/problem.hpp"

namespace puzzled::target {

struct Node {
  BandBoard board;
  bound::CellNumbers multipliers;  ///< the parent's, to start from
  /// The symmetries of the problem that map the node onto itself.
  SymmetrySet symmetries = Symmetries::kIdentity;
  /// Scaled: no grid below the node scores more.
  std::int64_t bound = std::numeric_limits<std::int64_t>::max();
};

enum class NodeOutcome {
  kClosed,  ///< no grid that reaches the cutoff is left, but what the incumbent was offered
  kSolved,  ///< one grid is left, in the node's board
  kOpen,
};

}  // namespace puzzled::target
