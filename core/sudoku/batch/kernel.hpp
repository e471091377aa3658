// The builds of the batch kernel, one for each level of core/simd.
#pragma once

#include <cstddef>

#include "core/simd/kernels.hpp"
#include "core/sudoku/batch/job.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku::batch {

struct Kernel {
  std::size_t workspace_bytes;  ///< aligned to 64
  void (*run)(Job& job, void* workspace);
  PlainLineCounter count_plain_lines;
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::batch
