// The builds of the kernel of both engines that meet in the middle, one for each level of
// core/simd.
#pragma once

#include "core/queens/meet/unit.hpp"
#include "core/simd/kernels.hpp"

namespace puzzled::queens::meet {

struct Kernel {
  /// The unit's share of the solutions; false when it was stopped.
  bool (*count_one_sided)(const OneSidedUnit& unit, Workspace& workspace, Tally* tally);
  bool (*count_two_sided)(const TwoSidedUnit& unit, Workspace& workspace, Tally* tally);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::queens::meet
