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

/// The sum over all units. Throws if a unit's count, or the sum, disagrees with its residues.
inline Count total(const CountPlan& plan) {
  const auto sum = count_all(plan, kNeverStop);
  if (!sum) throw std::runtime_error(sum.error().message);
  return **sum;
}

}  // namespace puzzled::queens
