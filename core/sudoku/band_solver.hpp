// The band engine for few puzzles: each is searched as by solve_band(), but the boards of sixteen
// searches run through the rules side by side. One after another the rules wait: each step needs
// the result of the step before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/band_search.hpp"
#include "core/sudoku/rules/kernel.hpp"
#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// Answers as solve_band() does. A puzzle whose search takes `kMaxBranches` is left to others: it
/// is among Answers::timed_out, and its count is a lower bound. limits.time is not looked at, for
/// so many branches take a millisecond at most; limits.stop is, before each puzzle. Owns 0.9 MiB
/// from the first call with several puzzles on.
class BandSolver final : public Solver {
 public:
  static constexpr std::uint64_t kMaxBranches = 1024;

  explicit BandSolver(const rules::Kernel& rules);

  Answers solve_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                      char* lines, std::size_t stride) override;
  std::uint64_t branches() const override { return branches_ + alone_.branches(); }

 private:
  // So many searches share the places of a vector: the more there are, the fewer of them stay empty
  // while the last of a round end.
  static constexpr std::size_t kSearches = 16;

  // A puzzle that is being searched; its board is `boards_[i]`.
  struct Underway {
    std::uint32_t puzzle;
    Grid grid;
    std::unique_ptr<BandSearch> search;
  };

  bool begin_next(std::size_t i, std::span<const std::uint8_t* const> puzzles,
                  const SearchLimits& limits);
  bool go_on(std::size_t i, const SearchLimits& limits, char* lines, std::size_t stride);
  void end(const Underway& underway);

  const rules::Kernel& rules_;
  OneByOneSolver alone_;  // for one puzzle: with nothing beside it, all this would only cost
  std::uint64_t branches_ = 0;
  std::size_t next_ = 0;  // puzzle that has not begun
  Underway underway_[kSearches];
  BandBoard boards_[kSearches];
  BandOutcome outcomes_[kSearches];
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> conflicts_;
  std::vector<std::uint32_t> timed_out_;
};

}  // namespace puzzled::sudoku
