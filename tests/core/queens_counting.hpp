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

/// The sum over all units. Throws if a unit's count and its residues disagree.
inline Count total(const CountPlan& plan) {
  const std::unique_ptr<UnitCounter> counter = plan.make_counter();
  UnitCount sum;
  for (std::uint64_t unit = 0; unit < plan.units(); ++unit) {
    const std::optional<UnitCount> found = counter->count(unit, kNeverStop);
    if (const auto wrong = disagreement(*found)) throw std::runtime_error(wrong->message);
    sum += *found;
  }
  if (const auto wrong = disagreement(sum)) throw std::runtime_error(wrong->message);
  return sum.count;
}

}  // namespace puzzled::queens
