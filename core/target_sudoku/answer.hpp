// The answer of a solver to one board.
#pragma once

#include <cstdint>
#include <vector>

#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

enum class Status {
  kProven,      ///< the score is the best there is
  kUnproven,    ///< stopped early: score and grid are the best found so far
  kUnknown,     ///< stopped before a single solution was found
  kUnsolvable,  ///< proven: the board has no solution
};

struct Answer {
  Status status = Status::kUnsolvable;
  std::int64_t score = 0;  ///< valid if proven or unproven
  std::int64_t bound = 0;  ///< no solution is better; equals the score if proven
  /// The optimal grids, the lexicographically smallest first, as many as asked for. Unproven: one
  /// grid with that score.
  std::vector<Grid> grids{};
  bool grids_complete = true;  ///< false if stopped while optimal grids were listed
  std::uint64_t nodes = 0;     ///< what it took, in the engine's own measure
};

}  // namespace puzzled::target
