// Meeting in the middle with both halves filtered: the engine for 23 queens and more. The method is
// told in core/queens/README.md; the work is done by core/queens/meet.
#pragma once

#include <memory>
#include <string_view>

#include "core/queens/engine.hpp"

namespace puzzled::queens {

inline constexpr int kFewestTwoSidedQueens = 12;

/// The split is the number of rows around the middle that are searched: more rows take less memory,
/// and less time on larger boards. Units are column sets, whatever the split.
int least_two_sided_split(int queens);
inline constexpr int kMostTwoSidedSplit = 8;

/// REQUIRES: kFewestTwoSidedQueens <= queens <= kMaxQueens, a split in the range above (0 chooses
/// one), and an instruction set that is there or empty.
std::unique_ptr<const EnginePlan> plan_two_sided(int queens, int split, std::string_view isa);

}  // namespace puzzled::queens
