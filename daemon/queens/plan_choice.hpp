// How a count is cut and how many workers do it, so that it fits into the memory allowed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/queens/count_plan.hpp"
#include "core/result.hpp"
#include "daemon/units/unit_log.hpp"

namespace puzzled {

struct PlanWishes {
  int queens = 0;
  std::string engine = "auto";
  std::string isa = "auto";
  int split = 0;             ///< 0: any
  int threads = 1;           ///< workers wanted
  std::uint64_t memory = 0;  ///< bytes for the whole process
  /// The units must be the same on every machine, whatever its memory: a part of a cluster's count.
  bool same_everywhere = false;
};

struct ChosenPlan {
  std::shared_ptr<const queens::CountPlan> plan;
  int workers = 1;  ///< as many of the wanted ones as memory allows
};

/// The engine's own choice if every thread finds room with it, else a finer cut, else fewer
/// workers; an error if not even one fits, or if there is no such plan.
Result<ChosenPlan> choose_plan(const PlanWishes& wishes);

/// What a log of that plan's units says of itself.
CountIdentity identity_of(const queens::CountPlan& plan);

}  // namespace puzzled
