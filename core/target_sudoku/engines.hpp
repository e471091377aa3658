// The engines, and the answer of each to one board. They maximise; their contract is that of
// Solver::solve.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search_limits.hpp"
#include "core/target_sudoku/executor.hpp"
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

/// Adds what solve_by_bound() needs of a problem: its symmetries, and multipliers that are good for
/// the empty board and a start for every other. Takes half a millisecond.
void prepare_for_bound(Problem& problem);

/// The default engine: the template bound with multipliers, candidates fixed by it, and a tree
/// search for what little it leaves (core/target_sudoku/README.md).
/// REQUIRES: prepare_for_bound(problem).
Answer solve_by_bound(const Problem& problem, const Grid& puzzle, std::uint64_t max_grids,
                      Executor& executor, const StopFlag& stop);

/// The original algorithm of NOIP 2009, P1074, as the reference: no bound, no tricks. Visits every
/// filling of the board, the blank with the fewest candidates first, and keeps the best. Feasible
/// for boards with up to some million solutions.
Answer solve_exhaustively(const Weights& weights, const Grid& puzzle, std::uint64_t max_grids,
                          const StopFlag& stop);

}  // namespace puzzled::target
