// Solves rows of cells: what calls on many puzzles do on one thread or many. The library for many
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
  static constexpr std::size_t kMaxAnswers = 4096;

  /// `cells`: rows of 81, each from 0 to 9. The first solutions are then in line().
  sudoku::Solver::Answers solve(std::span<const std::uint8_t> cells, const SearchLimits& limits);

  /// 81 digits as characters; means nothing for a puzzle without a solution.
  const char* line(std::size_t puzzle) const { return lines_.data() + puzzle * sudoku::kLineBytes; }

  /// REQUIRES: answers.size() == puzzles.size().
  void answer(std::span<const Grid> puzzles, const SolveOptions& options,
              const SearchLimits& limits, std::span<Answer> answers);

 private:
  sudoku::BatchSolver solver_;
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;
};

}  // namespace puzzled
