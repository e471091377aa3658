// Solves puzzles in bulk: hundreds at once, one a bit of a vector (core/sudoku/batch). Few puzzles
// are left to the band engine, which walks the same tree: so a puzzle's answer depends on nothing
// but the puzzle and the limit. If some of these few take long, they are solved as a batch, in
// which hundreds of lanes share the search of each. Of puzzles with many solutions the first one is
// found so; then they are counted, many at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/huge_memory.hpp"
#include "core/sudoku/band_solver.hpp"
#include "core/sudoku/batch/kernel.hpp"
#include "core/sudoku/batch/small_kernel.hpp"
#include "core/sudoku/solver.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

/// Owns the memory that a batch needs, 2 MiB from the first batch on. Answers as the band engine
/// does.
class BatchSolver final : public Solver {
 public:
  /// REQUIRES: simd::has_isa(isa), or `isa` is empty, for the best there is.
  explicit BatchSolver(std::string_view isa = {});
  ~BatchSolver() override;

  Answers solve_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                      char* lines, std::size_t stride) override;

  /// Whether puzzle i has a solution with another digit than `exclusions[i]` in that cell, which is
  /// blank. In bulk twice as fast as to look for two solutions: a clue with which a puzzle has one
  /// can go if there is none with another digit. The result is valid until the next call.
  /// REQUIRES: as many exclusions as puzzles.
  std::span<const std::uint64_t> have_solutions_without(
      std::span<const std::uint8_t* const> puzzles, std::span<const batch::Exclusion> exclusions);

  /// Idle lanes search ahead, perhaps in vain. So this number, unlike the answers, depends on the
  /// other puzzles of the batch.
  std::uint64_t branches() const override {
    return branches_ + few_.branches() + alone_.branches();
  }

 private:
  // What a batch leaves to `few_`: Job::few_open and few_busy.
  struct Few {
    int open = 0;
    int busy = 0;
  };
  Few few_of(std::size_t count) const;

  std::size_t min_batch() const;           // puzzles that are worth a batch
  bool is_small(std::size_t count) const;  // whether so many become a small batch, as puzzles are

  // The results of a batch by puzzle; grows to the largest batch so far.
  struct Results {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> first_at;
    std::vector<std::uint32_t> deferred;
    std::vector<std::uint32_t> conflicts;

    void make_room(std::size_t puzzles);
  };

  void search_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                    char* lines, std::size_t stride, std::size_t& conflicts);
  void count_many(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                  std::uint64_t many);
  batch::Job run_batch(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                       const Few& few, bool takes_small, char* lines, std::size_t stride,
                       Results& results);
  void solve_left(std::span<const std::uint8_t* const> puzzles, const batch::Job& job,
                  const SearchLimits& limits, char* lines, std::size_t stride);
  void solve_deferred(std::span<const std::uint8_t* const> puzzles, const batch::Job& job,
                      const SearchLimits& limits, char* lines, std::size_t stride);
  bool solve_alone(std::span<const std::uint8_t* const> puzzles, std::uint32_t puzzle,
                   const SearchLimits& limits, char* lines, std::size_t stride);
  void solve_long_ones(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                       char* lines, std::size_t stride);

  const batch::Kernel* kernel_;
  const batch::small::Kernel* small_kernel_;
  const rules::Kernel* rules_;
  BandSolver few_;        // for puzzles that are too few for a batch
  OneByOneSolver alone_;  // for those that take long and may not join a batch
  HugeMemory workspace_;
  batch::Tuning tuning_;
  batch::Tuning small_tuning_;
  double branches_per_puzzle_ = 1;  // of the last call
  std::uint64_t branches_ = 0;
  Results results_;
  std::vector<std::uint32_t> timed_out_;
  bool only_counts_ = false;                      // what the next batch is to do
  const batch::Exclusion* exclusions_ = nullptr;  // of the puzzles of this call, if any
  // What a batch has left.
  std::vector<batch::LeftBoard> left_;
  std::vector<BandSolver::Part> parts_;
  std::vector<char> left_lines_;
  // Puzzles that a batch has deferred, and where their lines belong.
  std::vector<const std::uint8_t*> deferred_cells_;
  std::vector<char> deferred_lines_;
  // Puzzles that take long, and what is found for them.
  std::vector<std::uint32_t> long_ones_;
  std::vector<const std::uint8_t*> long_cells_;
  std::vector<char> long_lines_;
  Results long_results_;
  // Puzzles with many solutions, and their cells, columns and rows exchanged if need be.
  std::vector<std::uint32_t> many_;
  std::vector<std::array<std::uint8_t, kCells>> many_cells_;
};

/// The counter of plain lines for that level of instructions. REQUIRES: as BatchSolver.
PlainLineCounter plain_line_counter(std::string_view isa = {});

}  // namespace puzzled::sudoku
