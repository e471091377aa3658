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
#include "core/sudoku/solver.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

/// Owns the memory that a batch needs (some 3 MiB). Answers as the band engine does.
class BatchSolver final : public Solver {
 public:
  /// REQUIRES: simd::has_isa(isa), or `isa` is empty, for the best there is.
  explicit BatchSolver(std::string_view isa = {});
  ~BatchSolver() override;

  Answers solve_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                      char* lines, std::size_t stride) override;

  /// Idle lanes search ahead, and what they do may turn out not to be needed: so this depends on
  /// the neighbours, other than the answers.
  std::uint64_t branches() const override { return branches_ + alone_.branches(); }

 private:
  struct FreeAligned {
    void operator()(void* memory) const;
  };

  const batch::Kernel* kernel_;
  OneByOneSolver alone_;  // of puzzles that are solved one by one
  std::unique_ptr<void, FreeAligned> workspace_;
  batch::Tuning tuning_;
  std::uint64_t branches_ = 0;
  // By puzzle; they grow to the largest number of puzzles there ever was.
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> first_at_;
  std::vector<std::uint32_t> deferred_;
  std::vector<std::uint32_t> conflicts_;
  std::vector<std::uint32_t> timed_out_;
};

/// The counter of plain lines for that level of instructions. REQUIRES: as BatchSolver.
PlainLineCounter plain_line_counter(std::string_view isa = {});

}  // namespace puzzled::sudoku
