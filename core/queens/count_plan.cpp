#include "core/queens/count_plan.hpp"

#include <utility>

#include "core/queens/bitmask_engine.hpp"
#include "core/queens/engine.hpp"

namespace puzzled::queens {

bool has_isa(std::string_view name) {
  return name == "portable";
}

std::variant<CountPlan, std::string> CountPlan::make(const PlanOptions& options) {
  if (options.queens < 1 || options.queens > kMaxQueens) {
    return "counting takes 1 to " + std::to_string(kMaxQueens) + " queens, not " +
           std::to_string(options.queens);
  }
  if (!options.isa.empty() && !has_isa(options.isa)) {
    return "this processor has no instruction set '" + std::string(options.isa) + "'";
  }
  CountPlan plan;
  plan.queens_ = options.queens;
  plan.engine_ = options.engine.empty() ? kEngineNames[0] : options.engine;
  if (plan.engine_ == "bitmask") {
    if (options.split < 0 || options.split > kMaxBitmaskSplit) {
      return "the bitmask engine's split is 1 to " + std::to_string(kMaxBitmaskSplit) +
             " rows, not " + std::to_string(options.split);
    }
    plan.engine_ = kEngineNames[0];
    plan.plan_ = plan_bitmask(options.queens, options.split);
  } else {
    return "there is no engine '" + std::string(options.engine) + "'";
  }
  plan.split_ = plan.plan_->split();
  if (plan.memory() > options.max_memory) {
    return "a worker needs " + std::to_string(plan.memory()) + " bytes, more than the " +
           std::to_string(options.max_memory) + " allowed";
  }
  return plan;
}

std::uint64_t CountPlan::units() const {
  return plan_->units();
}

double CountPlan::work(std::uint64_t unit) const {
  return plan_->work(unit);
}

std::uint64_t CountPlan::memory() const {
  return plan_->memory();
}

UnitCounter::UnitCounter(const CountPlan& plan)
    : plan_(plan.plan_), counter_(plan_->make_counter()) {}

UnitCounter::~UnitCounter() = default;
UnitCounter::UnitCounter(UnitCounter&&) noexcept = default;
UnitCounter& UnitCounter::operator=(UnitCounter&&) noexcept = default;

std::optional<Count> UnitCounter::count(std::uint64_t unit, const std::atomic<bool>& stop) {
  return counter_->count(unit, stop);
}

}  // namespace puzzled::queens
