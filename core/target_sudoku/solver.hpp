// The best score of a board, proven, and the grids that attain it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/target_sudoku/executor.hpp"
#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

enum class Direction { kMaximize, kMinimize };

enum class Status {
  kProven,      ///< the score is the best there is
  kUnproven,    ///< stopped early: score and grid are the best found so far
  kUnknown,     ///< stopped before a single solution was found
  kUnsolvable,  ///< proven: the board has no solution
};

struct Answer {
  Status status = Status::kUnsolvable;
  std::int64_t score = 0;  ///< means something if proven or unproven
  std::int64_t bound = 0;  ///< no solution is better; equals the score if proven
  /// The optimal grids, the lexicographically smallest first, as many as asked for. Unproven: one
  /// grid with that score.
  std::vector<Grid> grids{};
  bool grids_complete = true;  ///< false if stopped while optimal grids were listed
  std::uint64_t nodes = 0;     ///< what it took, in the engine's own measure
};

/// The names of the engines, the default first:
///   bound       the dual bound of core/target_sudoku/README.md
///   exhaustive  the original: every filling, fewest candidates first
inline constexpr std::string_view kEngineNames[] = {"bound", "exhaustive"};

/// Holds what depends on the weights alone. Solving changes nothing in it: one solver may serve any
/// number of threads. The answer (but for `nodes`, and unless stopped) depends on nothing but the
/// board, the weights and the direction: not on engine, instruction set or executor.
class Solver {
 public:
  /// REQUIRES: |weight| <= kLargestWeight; `engine` is one of kEngineNames; sudoku::has_isa(isa),
  /// or `isa` is empty, for the best there is.
  Solver(const Weights& weights, Direction direction, std::string_view engine = kEngineNames[0],
         std::string_view isa = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  /// Finds the best score and lists the first `most_grids` grids that attain it.
  /// REQUIRES: every digit of `puzzle` is in 0..9 (clues may contradict each other).
  Answer solve(const Grid& puzzle, std::uint64_t most_grids, Executor& executor,
               const StopFlag& stop) const;

  /// The weights made ready, negated to minimise.
  const Problem& problem() const { return *problem_; }

 private:
  std::unique_ptr<const Problem> problem_;  // always maximising
  Direction direction_;
  std::string_view engine_;
};

}  // namespace puzzled::target
