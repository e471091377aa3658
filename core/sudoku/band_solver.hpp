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

  /// A part of a puzzle's search tree: all below this board.
  struct Part {
    BandBoard board;
    std::uint32_t puzzle;
    bool may_be_first;  ///< its solutions come before those that have been found
  };

  /// Searches the rest of puzzles: parts of their trees, those of one puzzle side by side and in
  /// their order. `counts[puzzle]` is the number of solutions before and after, and a new first one
  /// goes to `lines + puzzle * stride`. Returns the puzzles whose search was cut short, after
  /// kMaxBranches in all of its parts.
  std::span<const std::uint32_t> solve_parts(std::span<const std::uint8_t* const> puzzles,
                                             std::span<const Part> parts,
                                             const SearchLimits& limits, std::uint64_t* counts,
                                             char* lines, std::size_t stride);

 private:
  // So many searches share the places of a vector: the more there are, the fewer of them stay empty
  // while the last of a round end.
  static constexpr std::size_t kSearches = 16;

  struct Work {
    std::span<const std::uint8_t* const> puzzles;
    std::span<const Part> parts;  // if empty, each puzzle is searched from its clues on
    const SearchLimits& limits;
    std::uint64_t* counts;
    char* lines;
    std::size_t stride;
  };

  // A puzzle that is being searched; its board is `boards_[i]`.
  struct Underway {
    std::uint32_t puzzle;
    std::size_t part;            // at hand
    std::size_t part_end;        // behind its last one
    bool has_first;              // its first solution is known
    bool is_done;                // it has as many solutions as are wanted
    std::uint64_t max_branches;  // of the part at hand
    Grid grid;
    std::unique_ptr<BandSearch> search;
  };

  void run(const Work& work);
  bool begin_next(std::size_t i, const Work& work);
  bool go_on(std::size_t i, const Work& work);
  bool begin_next_part(std::size_t i, const Work& work);
  void end(const Underway& underway, const Work& work);

  const rules::Kernel& rules_;
  OneByOneSolver alone_;  // for one puzzle: with nothing beside it, all this would only cost
  std::uint64_t branches_ = 0;
  std::size_t next_ = 0;  // puzzle or part that has not begun
  Underway underway_[kSearches];
  BandBoard boards_[kSearches];
  BandOutcome outcomes_[kSearches];
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> conflicts_;
  std::vector<std::uint32_t> timed_out_;
};

}  // namespace puzzled::sudoku
