// The builds of the batch kernel, one for each level of core/simd.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"
#include "core/sudoku/batch/job.hpp"

namespace puzzled::sudoku::batch {

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
