// What the builds of the batch kernel (one for each level of core/simd) have in common: the job
// that they are given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"

namespace puzzled::sudoku::batch {

/// How long puzzles stay among fresh ones, learnt from those that came before. Answers do not
/// depend on it.
struct Pace {
  std::uint32_t passes = 0;   ///< for a fresh batch
  std::uint32_t batches = 0;  ///< since that was last found out
};

/// Puzzles to be solved in bulk. Every result is either final, or the puzzle's number is among
/// those left over, whose results mean nothing: puzzles with so many open boards that memory ran
/// out, or with which patience did.
struct Job {
  /// Addresses of 81 cells as grid_of() takes them.
  const std::uint8_t* const* puzzles;
  std::size_t count;
  std::uint64_t limit;     ///< of solutions, >= 1
  std::uint32_t patience;  ///< steps of four passes that a puzzle may take
  std::uint64_t* counts;   ///< `count` numbers of solutions
  /// The first solution to puzzle i becomes a line of 81 digits at `lines + i * stride`; stride is
  /// at least 82. Of puzzles without a solution the lines mean nothing.
  char* lines;
  std::size_t stride;
  std::uint64_t* first_at;   ///< `count` numbers, for the kernel's own use
  std::uint32_t* left_over;  ///< room for `count` numbers
  std::uint32_t*
      conflicts;  ///< room for `count` numbers: of puzzles whose clues contradict each other
  Pace* pace;
  std::size_t left_over_count = 0;
  std::size_t conflict_count = 0;
  std::uint64_t branches = 0;  ///< of all puzzles
};

struct Kernel {
  std::size_t workspace_bytes;  ///< aligned to 64
  void (*run)(Job& job, void* workspace);
  /// Puts the addresses of the lines with which `text` begins into `cells`, at most `most` of them,
  /// as long as they are of the most usual kind: 81 digits and points, and a line feed. Returns how
  /// many.
  std::size_t (*find_plain_lines)(const std::uint8_t* text, std::size_t size, std::size_t most,
                                  const std::uint8_t** cells);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::batch
