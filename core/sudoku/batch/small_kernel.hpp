// The builds of the batch kernel for small batches: 128 lanes, on levels whose vectors have four
// times as many bits, so that three boxes are visited at once (board.hpp).
#pragma once

#include <cstddef>

#include "core/simd/kernels.hpp"
#include "core/sudoku/batch/job.hpp"

namespace puzzled::sudoku::batch::small {

struct Kernel {
  std::size_t workspace_bytes;             ///< aligned to 64
  void (*run)(Job& job, void* workspace);  ///< nullptr on other levels
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::batch::small
