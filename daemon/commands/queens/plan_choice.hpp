// Chooses the split of a count and its number of workers, so that it fits into the allowed memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/queens/boards/board.hpp"
#include "core/queens/count_plan.hpp"
#include "core/result.hpp"
#include "daemon/commands/units/unit_log.hpp"

namespace puzzled::commands {

struct PlanWishes {
  int queens = 0;
  const queens::Board* board = nullptr;  ///< of so many rows; null: an empty one
  std::string engine = "auto";
  std::string_view isa{};    ///< empty: the best
  int split = 0;             ///< 0: any
  int threads = 1;           ///< workers wanted
  std::uint64_t memory = 0;  ///< bytes for the whole process
  std::uint64_t held = 0;    ///< bytes of these that the process holds already
  /// The units must be the same on every machine, whatever its memory: a part of a cluster's count.
  bool same_everywhere = false;
};

struct ChosenPlan {
  std::shared_ptr<const queens::CountPlan> plan;
  int workers = 1;          ///< as many of the wanted ones as memory allows
  std::uint32_t board = 0;  ///< check_of_board(); 0: an empty one

  /// The header of a log of its units.
  CountIdentity identity() const;
};

/// The engine's default split if all workers fit into memory, else a finer split, else fewer
/// workers. An error if not even one worker fits, or if there is no such plan.
Result<ChosenPlan> choose_plan(const PlanWishes& wishes);

}  // namespace puzzled::commands
