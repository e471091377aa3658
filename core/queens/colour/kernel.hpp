// The builds of the kernel that joins the classes of a colour, one for each level of core/simd.
#pragma once

#include "core/queens/colour/join_task.hpp"
#include "core/simd/kernels.hpp"

namespace puzzled::queens::colour {

struct Kernel {
  std::uint32_t block_slots;  ///< see CellOrder
  /// Adds to the cells or the sums of the row sets; false when it was stopped.
  bool (*join)(const JoinTask& task, JoinWorkspace& workspace);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::queens::colour
