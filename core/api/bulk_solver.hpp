// Solves spans of public grids: what solve_all() does on one thread or many. The library for many
// threads links this source, too, so no public function is defined here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

/// The status of a puzzle with so many solutions, of at most two.
Answer::Status status_of(std::uint64_t solutions, bool timed_out, const SolveOptions& options);

/// The engines' limits for these options.
SearchLimits limits_of(const SolveOptions& options);

/// One is for one thread at a time.
class BulkSolver {
 public:
  /// Several batches, which take 2 MiB with their solutions.
  static constexpr std::size_t kMaxPuzzles = 4096;

  explicit BulkSolver(const SolveOptions& options) : options_(options) {}

  /// REQUIRES: answers.size() == puzzles.size() <= kMaxPuzzles.
  void solve(std::span<const Grid> puzzles, std::span<Answer> answers);

 private:
  const SolveOptions options_;
  sudoku::BatchSolver solver_;
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;
};

}  // namespace puzzled
