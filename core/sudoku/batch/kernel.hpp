// What the three builds of the batch kernel (AVX-512, AVX2, portable) have in common: the job they
// are given, and how batch_solver.cpp finds them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sudoku/engines.hpp"

namespace puzzled::sudoku::batch {

/// Puzzles to be solved in bulk. Every result is either final, or the puzzle's number is among
/// those left over, whose results mean nothing: puzzles with so many open boards that memory ran
/// out.
struct Job {
  const Grid* puzzles;
  std::size_t count;
  std::uint64_t limit;       ///< >= 1
  Solutions* results;        ///< `count` of them
  std::uint64_t* first_at;   ///< `count` numbers, for the kernel's own use
  std::uint32_t* left_over;  ///< room for `count` numbers
  std::size_t left_over_count = 0;
};

/// Whether the processor has the instructions is asked elsewhere: a file that is compiled with them
/// must not run, not even to ask, where they are missing.
struct Kernel {
  const char* name;             ///< one of kIsaNames
  std::size_t workspace_bytes;  ///< aligned to 64
  void (*run)(Job& job, void* workspace);
};

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

}  // namespace puzzled::sudoku::batch
