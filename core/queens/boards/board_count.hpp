// How the solutions of a board are counted: the units of several counts by the engines, in one
// plan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/queens/boards/board.hpp"
#include "core/queens/count_plan.hpp"
#include "core/queens/engines.hpp"
#include "core/result.hpp"

namespace puzzled::queens {

/// The plan of a count of the board's solutions, or what is wrong with the options, whose engine
/// and split are those of the count of the empty board, if the board's count needs that. Units that
/// are subtracted have counts below 0. An error if the board has more than kMaxQueens rows.
/// REQUIRES: options.queens == board.queens.
Result<std::shared_ptr<const CountPlan>> plan_board_count(const Board& board,
                                                          const PlanOptions& options);

/// CountPlan::units_revision() of every such plan with that engine; nothing if there is no such
/// engine.
std::optional<std::uint32_t> board_units_revision(std::string_view engine);

/// Why a board of so many queens is not counted.
std::string too_many_to_count(int queens);

}  // namespace puzzled::queens
