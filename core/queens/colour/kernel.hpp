// The builds of the kernel that joins the classes of a colour, one for each level of core/simd.
#pragma once

#include "core/queens/colour/join_task.hpp"
#include "core/simd/kernels.hpp"

namespace puzzled::queens::colour {

struct Kernel {
  std::uint32_t block_slots;  ///< see CellOrder
  bool looks_squares_up;      ///< see RowSetTask::single_squares
  /// Adds to the cells of the row sets; false when it was stopped.
  bool (*join)(const JoinTask& task, JoinWorkspace& workspace);
  /// The sum of ours[i][j] theirs[j][i], i and j below block_slots. REQUIRES: all below 2^15.
  std::uint64_t (*multiply)(const std::uint16_t* const* ours, const std::uint16_t* const* theirs);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::queens::colour
