// Solves puzzles in bulk: hundreds at once, one a bit of a vector (core/sudoku/batch). Few puzzles
// are solved one by one by the band engine, which walks the same tree: so a puzzle's answer depends
// on nothing but the puzzle and the limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/batch/kernel.hpp"
#include "core/sudoku/cell_line.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/rules/kernel.hpp"

namespace puzzled::sudoku {

/// Owns the memory that a batch needs (some 3 MiB), so that in the long run solving allocates
/// nothing. One solver is for one thread at a time.
class BatchSolver {
 public:
  /// REQUIRES: simd::has_isa(isa), or `isa` is empty, for the best there is.
  explicit BatchSolver(std::string_view isa = {});
  ~BatchSolver();
  BatchSolver(BatchSolver&&) noexcept;
  BatchSolver& operator=(BatchSolver&&) noexcept;

  /// Solves each puzzle as solve_band() would; only `branches` is not counted puzzle by puzzle: see
  /// branches().
  /// REQUIRES: results.size() == puzzles.size() < 2^32; otherwise as SolveFunction.
  void solve(std::span<const Grid> puzzles, const SearchLimits& limits,
             std::span<Solutions> results);

  /// What became of the puzzles, in their order; valid until the solver is used again.
  struct Answers {
    std::span<const std::uint64_t> counts;  ///< of solutions
    /// The numbers of puzzles whose clues contradict each other, rising.
    std::span<const std::uint32_t> conflicts;
    std::span<const std::uint32_t> timed_out;  ///< the numbers of those whose time ran out, rising
  };

  /// The same for puzzles where they stand: `puzzles` are the addresses of 81 cells as grid_of()
  /// takes them. The first solution to puzzle i is written as a line (write_line()) to
  /// `lines + i * stride`; where there is none, that means nothing.
  /// REQUIRES: stride >= kLineBytes.
  Answers solve_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                      char* lines, std::size_t stride);

  /// Puts the addresses of the lines with which `text` begins into `cells`, as many as that has
  /// room for, as long as they are of the most usual kind: 81 digits and points, and a line feed.
  /// Returns how many.
  std::size_t find_plain_lines(std::string_view text, std::span<const std::uint8_t*> cells) const;

  /// Branches of all puzzles that this solver ever solved in batches (those that the band engine
  /// solved are not counted). Idle lanes search ahead, and what they do may turn out not to be
  /// needed: so this depends on the neighbours, other than the answers.
  std::uint64_t branches() const { return branches_; }

 private:
  struct FreeAligned {
    void operator()(void* memory) const;
  };

  void solve_one(std::size_t puzzle, const std::uint8_t* cells, const SearchLimits& limits,
                 char* line);

  const batch::Kernel* kernel_;
  const rules::Kernel* rules_;  // of puzzles that are solved one by one
  std::unique_ptr<void, FreeAligned> workspace_;
  batch::PassBudget pass_budget_;
  std::uint64_t branches_ = 0;
  // By puzzle; they grow to the largest number of puzzles there ever was.
  std::vector<const std::uint8_t*> cells_;
  std::vector<std::uint64_t> counts_;
  std::vector<char> lines_;
  std::vector<std::uint64_t> first_at_;
  std::vector<std::uint32_t> deferred_;
  std::vector<std::uint32_t> conflicts_;
  std::vector<std::uint32_t> timed_out_;
};

}  // namespace puzzled::sudoku
