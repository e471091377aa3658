// Counts whole boards, for the tests of the engines.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/queens/engines.hpp"

namespace puzzled::queens {

/// Those of this machine; what it does not have cannot be tested on it.
inline std::vector<std::string_view> available_isas() {
  std::vector<std::string_view> isas;
  for (const std::string_view isa : {"avx512", "avx2", "portable"}) {
    if (has_isa(isa)) isas.push_back(isa);
  }
  return isas;
}

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
