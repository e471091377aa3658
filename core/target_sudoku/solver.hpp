// The best score of a board, proven, and the grids that attain it.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/search_limits.hpp"
#include "core/target_sudoku/engines.hpp"
#include "core/target_sudoku/executor.hpp"
#include "core/target_sudoku/problem.hpp"

namespace puzzled::target {

enum class Direction { kMaximize, kMinimize };

/// The names of the engines, the default first:
///   bound       the dual bound of core/target_sudoku/README.md
///   exhaustive  the original: every filling, fewest candidates first
inline constexpr std::string_view kEngineNames[] = {"bound", "exhaustive"};

/// Holds what depends on the weights alone. Solving changes nothing in it: one solver may serve any
/// number of threads. The answer (but for `nodes`, and unless stopped) depends on nothing but the
/// board, the weights and the direction: not on engine, instruction set or executor.
class Solver {
 public:
  /// REQUIRES: |weight| <= kMaxWeight; `engine` is one of kEngineNames; simd::has_isa(isa),
  /// or `isa` is empty, for the best there is.
  Solver(const Weights& weights, Direction direction, std::string_view engine = kEngineNames[0],
         std::string_view isa = {});

  /// Finds the best score and lists the first `max_grids` grids that attain it.
  /// REQUIRES: every digit of `puzzle` is in 0..9 (clues may contradict each other).
  Answer solve(const Grid& puzzle, std::uint64_t max_grids, Executor& executor,
               const StopFlag& stop) const;

  /// The weights made ready, negated to minimise.
  const Problem& problem() const { return problem_; }

 private:
  Problem problem_;  // always maximising
  Direction direction_;
  bool is_exhaustive_;
};

}  // namespace puzzled::target
