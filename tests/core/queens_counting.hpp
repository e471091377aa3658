// Counts whole boards, for the tests of the engines.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>
#include <variant>

#include "core/queens/count_plan.hpp"

namespace puzzled::queens {

inline const std::atomic<bool> kGoOn{false};

/// REQUIRES: there is such a plan.
inline CountPlan plan_of(const PlanOptions& options) {
  auto plan = CountPlan::make(options);
  if (const auto* error = std::get_if<std::string>(&plan)) throw std::runtime_error(*error);
  return std::get<CountPlan>(plan);
}

inline Count total(const CountPlan& plan) {
  UnitCounter counter(plan);
  Count sum = 0;
  for (std::uint64_t unit = 0; unit < plan.units(); ++unit) sum += *counter.count(unit, kGoOn);
  return sum;
}

}  // namespace puzzled::queens
