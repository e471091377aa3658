// A propagator that is watched: it must keep a known solution.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "core/variants/rules.hpp"

namespace puzzled::variants {

/// What has gone wrong so far; empty: nothing.
struct PropagatorFaults {
  std::string first;
};

class CheckedPropagator final : public Propagator {
 public:
  /// `checked` and `faults` must outlive this.
  CheckedPropagator(const Propagator& checked, std::vector<int> solution, PropagatorFaults& faults)
      : checked_(checked), solution_(std::move(solution)), faults_(faults) {}

  std::uint64_t steps() const override { return checked_.steps(); }
  std::span<const Cell> cells() const override { return checked_.cells(); }
  bool checks_full_boards() const override { return checked_.checks_full_boards(); }
  bool propagate(State& state) const override {
    const bool was_there = has_solution(state);
    const bool is_possible = checked_.propagate(state);
    if (was_there && !(is_possible && has_solution(state)) && faults_.first.empty()) {
      faults_.first = typeid(checked_).name();
      for (const Cell cell : cells()) faults_.first += ' ' + std::to_string(cell);
    }
    return is_possible;
  }

  /// For Rules.
  static WrapPropagator wrap(std::vector<int> solution, PropagatorFaults& faults) {
    return [solution = std::move(solution), &faults](const Propagator& checked) {
      return std::make_unique<CheckedPropagator>(checked, solution, faults);
    };
  }

 private:
  bool has_solution(const State& state) const {
    for (std::size_t cell = 0; cell < solution_.size(); ++cell) {
      if ((state[static_cast<Cell>(cell)] & set_of(solution_[cell])) == 0) return false;
    }
    return true;
  }

  const Propagator& checked_;
  const std::vector<int> solution_;
  PropagatorFaults& faults_;
};

}  // namespace puzzled::variants
