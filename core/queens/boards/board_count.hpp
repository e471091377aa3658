// How the solutions of a board are counted: as a sum of counts by the engines.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/queens/boards/board.hpp"
#include "core/queens/count_plan.hpp"
#include "core/result.hpp"

namespace puzzled::queens {

/// The count of a plan, times the factor, which may be negative.
struct CountTerm {
  std::shared_ptr<const CountPlan> plan;
  int factor = 1;
};

/// The terms whose sum is the number of solutions of the board: none if it is 0. `isa` as
/// PlanOptions has it, `max_memory` for a worker. REQUIRES: 1 <= board.queens <= kMaxQueens.
Result<std::vector<CountTerm>> plan_board_count(const Board& board, std::string_view isa = {},
                                                std::uint64_t max_memory = UINT64_MAX);

/// Counts a plan; nothing if it was stopped.
using CountOfPlan = std::function<Result<std::optional<Count>>(const CountPlan& plan)>;

/// The sum of the terms, each counted by `count`. Nothing if one was stopped.
Result<std::optional<Count>> sum_of_terms(std::span<const CountTerm> terms,
                                          const CountOfPlan& count);

/// Why a board of so many queens is not counted.
std::string too_many_to_count(int queens);

}  // namespace puzzled::queens
