// Up to two solutions of puzzles: what tells whether there is only one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop.hpp"
#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// One is for one thread at a time.
class SolutionFinder {
 public:
  /// REQUIRES: simd::has_isa(isa), or `isa` is empty, for the best there is.
  explicit SolutionFinder(std::string_view isa = {}) : isa_(isa) {}

  /// False if it was stopped.
  bool find(std::span<const Grid> puzzles, const StopFlag* stop, std::vector<Solutions>& found);

 private:
  const std::string isa_;
  std::unique_ptr<Solver> solver_;  // of many puzzles; it has some MiB of memory
};

}  // namespace puzzled::sudoku
