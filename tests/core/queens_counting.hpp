// Counts whole boards, for the tests of the engines.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <variant>

#include "core/queens/engines.hpp"

namespace puzzled::queens {

/// REQUIRES: there is such a plan.
inline std::shared_ptr<const CountPlan> plan_of(const PlanOptions& options) {
  const auto plan = plan_count(options);
  if (!plan) throw std::runtime_error(plan.error().message);
  return *plan;
}

inline Count total(const CountPlan& plan) {
  const std::unique_ptr<UnitCounter> counter = plan.make_counter();
  Count sum = 0;
  for (std::uint64_t unit = 0; unit < plan.units(); ++unit) {
    sum += *counter->count(unit, kNeverStop);
  }
  return sum;
}

}  // namespace puzzled::queens
