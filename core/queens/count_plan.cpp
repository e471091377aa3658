#include "core/queens/count_plan.hpp"

#include <utility>

#include "core/queens/bitmask_engine.hpp"
#include "core/queens/engine.hpp"
#include "core/queens/meet/kernels.hpp"
#include "core/queens/one_sided_engine.hpp"
#include "core/queens/two_sided_engine.hpp"

namespace puzzled::queens {

namespace {

std::string range_error(std::string_view engine, const char* what, int least, int most, int given) {
  return "the " + std::string(engine) + " engine's " + what + " is " + std::to_string(least) +
         " to " + std::to_string(most) + ", not " + std::to_string(given);
}

// The name as in kEngineNames, or nothing.
std::string_view find_engine(const PlanOptions& options) {
  // Measured: from 11 queens on, meeting in the middle beats a search.
  // From 23 on, one-sided joins grow too fast.
  const int queens = options.queens;
  if (options.engine.empty()) return kEngineNames[queens < 11 ? 0 : queens < 23 ? 1 : 2];
  for (const std::string_view name : kEngineNames) {
    if (name == options.engine) return name;
  }
  return {};
}

using PlanOrError = std::variant<std::unique_ptr<const EnginePlan>, std::string>;

PlanOrError make_plan(std::string_view engine, const PlanOptions& options) {
  const int queens = options.queens;
  const int split = options.split;
  if (engine == "bitmask") {
    if (split < 0 || split > kMaxBitmaskSplit) {
      return range_error(engine, "split", 1, kMaxBitmaskSplit, split);
    }
    return plan_bitmask(queens, split);
  }
  if (engine == "two-sided") {
    if (queens < kFewestTwoSidedQueens) {
      return range_error(engine, "number of queens", kFewestTwoSidedQueens, kMaxQueens, queens);
    }
    const int least = least_two_sided_split(queens);
    if (split != 0 && (split < least || split > kMostTwoSidedSplit)) {
      return range_error(engine, "split", least, kMostTwoSidedSplit, split);
    }
    return plan_two_sided(queens, split, options.isa);
  }
  if (queens < kFewestOneSidedQueens || queens > kMostOneSidedQueens) {
    return range_error(engine, "number of queens", kFewestOneSidedQueens, kMostOneSidedQueens,
                       queens);
  }
  const int most_split = most_one_sided_split(queens);
  if (split != 0 && (split < kLeastOneSidedSplit || split > most_split)) {
    return range_error(engine, "split", kLeastOneSidedSplit, most_split, split);
  }
  return plan_one_sided(queens, split, options.isa, options.max_memory);
}

}  // namespace

bool has_isa(std::string_view name) {
  return !name.empty() && meet::find_kernel(name) != nullptr;
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
  plan.engine_ = find_engine(options);
  if (plan.engine_.empty()) return "there is no engine '" + std::string(options.engine) + "'";
  PlanOrError made = make_plan(plan.engine_, options);
  if (auto* const error = std::get_if<std::string>(&made)) return std::move(*error);
  plan.plan_ = std::get<0>(std::move(made));
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
