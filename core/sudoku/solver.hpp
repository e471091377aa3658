// The interface of every Sudoku engine: it solves spans of puzzles. An engine that solves one
// puzzle at a time is a SolveFunction, which OneByOneSolver adapts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/search_limits.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// What a search found.
struct Solutions {
  std::uint64_t count = 0;     ///< exact number of solutions, capped at the limit asked for
  Grid first{};                ///< the first solution found; all blank when count is 0
  bool timed_out = false;      ///< the time limit ended the search: count is a lower bound
  std::uint64_t branches = 0;  ///< cells or units at which there was more than one alternative
};

/// Counts the solutions of `puzzle` within `limits`.
///
/// REQUIRES: every digit of `puzzle` is in 0..9. Clues may contradict each other: then the count is
/// 0. Each call is independent of every other (no shared mutable state), so calls may run on any
/// number of threads. Unless time runs out, the result depends on nothing but the arguments; when
/// it does, the search ends a few milliseconds later at most.
using SolveFunction = Solutions (*)(const Grid& puzzle, const SearchLimits& limits);

/// Owns the memory that its engine needs and reuses it. One solver is for one thread at a time.
class Solver {
 public:
  Solver() = default;
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// The results of the puzzles, in their order; valid until the solver is used again.
  struct Answers {
    std::span<const std::uint64_t> counts;  ///< of solutions
    /// The numbers of puzzles whose clues contradict each other, rising.
    std::span<const std::uint32_t> conflicts;
    std::span<const std::uint32_t> timed_out;  ///< the numbers of those whose time ran out, rising
  };

  /// Solves puzzles in place, each as a SolveFunction does: `puzzles` are the addresses of 81 cells
  /// as grid_of() takes them. The first solution to puzzle i is written as a line (write_line()) to
  /// `lines + i * stride`, whose bytes are unspecified without a solution.
  /// REQUIRES: puzzles.size() < 2^32, stride >= kLineBytes.
  virtual Answers solve_cells(std::span<const std::uint8_t* const> puzzles,
                              const SearchLimits& limits, char* lines, std::size_t stride) = 0;

  /// The number of branches of all puzzles solved so far.
  virtual std::uint64_t branches() const = 0;

  /// The same from grids to Solutions, whose `branches` are not counted one by one.
  /// REQUIRES: results.size() == puzzles.size() < 2^32.
  void solve(std::span<const Grid> puzzles, const SearchLimits& limits,
             std::span<Solutions> results);

 private:
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;
};

/// Solves one puzzle after another by a function with the contract of SolveFunction.
class OneByOneSolver final : public Solver {
 public:
  using Function = std::function<Solutions(const Grid&, const SearchLimits&)>;

  explicit OneByOneSolver(Function solve) : solve_(std::move(solve)) {}

  Answers solve_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                      char* lines, std::size_t stride) override;
  std::uint64_t branches() const override { return branches_; }

 private:
  Function solve_;
  std::uint64_t branches_ = 0;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> conflicts_;
  std::vector<std::uint32_t> timed_out_;
};

}  // namespace puzzled::sudoku
