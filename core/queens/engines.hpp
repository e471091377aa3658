// The engines that count, and which of them is best for a board.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "core/queens/count_plan.hpp"
#include "core/result.hpp"

namespace puzzled::queens {

/// Engines, from small boards to large ones: bit masks row by row (the reference), meeting in the
/// middle with filtered tops, meeting in the middle with both halves filtered, black and white
/// apart.
inline constexpr std::string_view kEngineNames[] = {"bitmask", "one-sided", "two-sided", "colour"};

/// CountPlan::units_revision() of every plan by that engine; nothing if there is no such engine.
std::optional<std::uint32_t> units_revision(std::string_view engine);

/// How a count is to be done. Zero and empty values choose the best.
struct PlanOptions {
  int queens = 0;
  std::string_view engine{};  ///< one of kEngineNames
  std::string_view isa{};     ///< see simd::has_isa(); engines without vectors ignore it
  int split = 0;              ///< how finely to cut, in the engine's own measure
  std::uint64_t max_memory = UINT64_MAX;  ///< bytes a worker may use: cut more finely, or refuse
  /// For checks: without transposition (see meet/ranks.hpp) a unit of the engines that meet in the
  /// middle counts all its solutions, and the work is twice as much.
  bool all_symmetries = true;
};

/// The plan, or what is wrong with the options.
Result<std::shared_ptr<const CountPlan>> plan_count(const PlanOptions& options);

}  // namespace puzzled::queens
