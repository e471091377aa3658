// The plans of the four engines. A split of 0 chooses one: of the engines that meet in the middle,
// another than the best if `max_memory` asks for it. core/queens/README.md describes the methods.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/queens/boards/board.hpp"
#include "core/queens/colour/tuning.hpp"
#include "core/queens/count_plan.hpp"

namespace puzzled::queens {

/// See CountPlan::units_revision().
inline constexpr std::uint32_t kBitmaskUnitsRevision = 0;
inline constexpr std::uint32_t kOneSidedUnitsRevision = 1;
inline constexpr std::uint32_t kTwoSidedUnitsRevision = 1;
inline constexpr std::uint32_t kColourUnitsRevision = 2;

inline constexpr int kMaxBitmaskSplit = 4;

/// The reference engine: row by row with bit masks. Units are the placements of the first `split`
/// rows. Also counts boards with holes, and a torus. REQUIRES: at most kMaxQueens, 0 <= split <=
/// kMaxBitmaskSplit.
std::shared_ptr<const CountPlan> plan_bitmask(const Board& board, int split);

inline constexpr int kMinOneSidedQueens = 8;
inline constexpr int kMaxOneSidedQueens = 20;

/// The split is the number of outer columns on either side whose halves a unit fixes.
inline constexpr int kMinOneSidedSplit = 2;
int max_one_sided_split(int queens);

/// Meeting in the middle with filtered tops: the engine for 11 to 17 queens.
/// REQUIRES: the ranges above; `isa` is empty or available.
std::shared_ptr<const CountPlan> plan_one_sided(int queens, int split, std::string_view isa,
                                                std::uint64_t max_memory, bool all_symmetries);

inline constexpr int kMinTwoSidedQueens = 12;

/// The split is the number of rows around the middle that are searched: more rows take less memory,
/// and less time on larger boards. Units are column sets, whatever the split.
int min_two_sided_split(int queens);
inline constexpr int kMaxTwoSidedSplit = 8;

/// Meeting in the middle with both halves filtered: for large boards.
/// REQUIRES: kMinTwoSidedQueens <= queens <= kMaxQueens, a split in the range above, and an
/// instruction set that is there or empty.
std::shared_ptr<const CountPlan> plan_two_sided(int queens, int split, std::string_view isa,
                                                std::uint64_t max_memory, bool all_symmetries);

/// The split divides the number of row sets that a worker joins at once, and so its memory.
inline constexpr int kMaxColourSplit = 20;

/// Black and white queens apart: the engine for 18 queens and more.
/// REQUIRES: 1 <= queens <= kMaxQueens, 0 <= split <= kMaxColourSplit; `isa` is empty or available.
std::shared_ptr<const CountPlan> plan_colour(int queens, int split, std::string_view isa,
                                             std::uint64_t max_memory, bool all_symmetries,
                                             const colour::Tuning& tuning = {});

}  // namespace puzzled::queens
