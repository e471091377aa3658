// What the three builds of the batch kernel (AVX-512, AVX2, portable) have in common: the job they
// are given, and the table in which batch_engine.cpp finds them.
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

struct Kernel {
  const char* name;             ///< value of PUZZLED_ISA
  int lanes;                    ///< puzzles in a batch
  std::size_t workspace_bytes;  ///< aligned to 64
  bool (*is_supported)();       ///< by the processor at hand
  void (*run)(Job& job, void* workspace);
};

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

}  // namespace puzzled::sudoku::batch
