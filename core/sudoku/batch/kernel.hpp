// What the builds of the batch kernel (one for each level of core/simd) have in common: the job
// that they are given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"

namespace puzzled::sudoku::batch {

/// How many passes an intake takes, learnt from earlier batches. No answer depends on it.
struct PassBudget {
  std::uint32_t passes = 0;   ///< 0: not measured yet
  std::uint32_t batches = 0;  ///< since it was measured
};

/// Puzzles to be solved in bulk. A puzzle that is listed in `deferred` is not solved, and its
/// results mean nothing: its search took more than max_steps or overflowed a stack, or there were
/// too few such puzzles for a batch. All other results are final.
struct Job {
  const std::uint8_t* const* puzzles;  ///< addresses of 81 cells as grid_of() takes them
  std::size_t count;
  std::uint64_t limit;      ///< of solutions, >= 1
  std::uint32_t max_steps;  ///< that a puzzle may take, of four passes each
  std::uint64_t* counts;    ///< of solutions; room for `count`
  /// The first solution of puzzle i becomes a line of 81 digits at `lines + i * stride`; stride is
  /// at least 82. The lines of puzzles without a solution mean nothing.
  char* lines;
  std::size_t stride;
  std::uint64_t* first_at;   ///< scratch, room for `count`
  std::uint32_t* deferred;   ///< numbers of puzzles; room for `count`
  std::uint32_t* conflicts;  ///< numbers of puzzles with contradictory clues; room for `count`
  PassBudget* pass_budget;
  std::size_t deferred_count = 0;
  std::size_t conflict_count = 0;
  std::uint64_t branches = 0;  ///< of all puzzles
};

struct Kernel {
  std::size_t workspace_bytes;  ///< aligned to 64
  void (*run)(Job& job, void* workspace);
  /// Finds the plain lines at the start of `text`: 81 digits and points, and a line feed. Stores
  /// their addresses in `cells`, at most `max`, and returns how many there are.
  std::size_t (*find_plain_lines)(const std::uint8_t* text, std::size_t size, std::size_t max,
                                  const std::uint8_t** cells);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::batch
