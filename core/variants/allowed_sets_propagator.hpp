// Distinct cells, the set of whose values is one of some: renbans. For boards of any size, those of
// up to 9 values, and few cells.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "core/variants/combination_table.hpp"
#include "core/variants/propagator.hpp"
#include "core/variants/sum_group.hpp"

namespace puzzled::variants {

/// Goes through the sets one by one.
class AllowedSetsPropagator final : public Propagator {
 public:
  explicit AllowedSetsPropagator(AllowedSets sets) : sets_(std::move(sets)) {}

  std::span<const Cell> cells() const override { return sets_.cells; }
  bool propagate(State& state) const override;

 private:
  const AllowedSets sets_;
};

/// All sets at once, and what the houses around the cells leave them: up to 9 values.
class AllowedCombinationsPropagator final : public Propagator {
 public:
  /// REQUIRES: as many cells as each of the sets has values.
  AllowedCombinationsPropagator(SumGroup group, std::span<const ValueSet> sets);

  std::span<const Cell> cells() const override { return group_.cells(); }
  bool propagate(State& state) const override;

 private:
  const SumGroup group_;
  Combinations combinations_ = 0;
};

/// Each candidate that is left is part of an assignment of all cells.
class SetAssignmentPropagator final : public Propagator {
 public:
  static constexpr std::size_t kMinCells = 3;
  static constexpr std::size_t kMaxCells = 4;

  /// REQUIRES: kMinCells to kMaxCells cells.
  explicit SetAssignmentPropagator(AllowedSets sets) : sets_(std::move(sets)) {}

  std::span<const Cell> cells() const override { return sets_.cells; }
  bool propagate(State& state) const override;
  bool checks_full_boards() const override { return false; }

 private:
  const AllowedSets sets_;
};

}  // namespace puzzled::variants
