// Meeting in the middle with filtered tops: the engine for 12 to 22 queens. The method is told in
// core/queens/README.md; the work is done by core/queens/meet.
#pragma once

#include <memory>
#include <string_view>

#include "core/queens/engine.hpp"

namespace puzzled::queens {

inline constexpr int kFewestOneSidedQueens = 8;
inline constexpr int kMostOneSidedQueens = 22;

/// The split is the number of outer columns on either side whose halves a unit fixes.
inline constexpr int kLeastOneSidedSplit = 2;
int most_one_sided_split(int queens);

/// REQUIRES: the ranges above (a split of 0 chooses one), and an instruction set that is there or
/// empty.
std::unique_ptr<const EnginePlan> plan_one_sided(int queens, int split, std::string_view isa);

}  // namespace puzzled::queens
