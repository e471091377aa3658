// Cells that must all differ, the set of whose values is one of some: those of a sum, or given
// ones.
#pragma once

#include <cstddef>
#include <span>

#include "core/variants/propagator.hpp"
#include "core/variants/sum_group.hpp"

namespace puzzled::variants {

/// By the sets of values that the cells can hold together; up to 9 values.
class CagePropagator final : public Propagator {
 public:
  /// `combinations`: of the group's table.
  CagePropagator(const SumGroup& group, Combinations combinations)
      : group_(group), combinations_(combinations) {}

  std::span<const Cell> cells() const override { return group_.cells(); }
  bool propagate(State& state) const override;

 private:
  const SumGroup group_;
  const Combinations combinations_;
};

/// Each candidate that is left is part of an assignment of all cells: three or four cells that must
/// differ.
class CageAssignmentPropagator final : public Propagator {
 public:
  static constexpr std::size_t kMinCells = 3;
  static constexpr std::size_t kMaxCells = 4;

  /// The cells must outlive this. REQUIRES: kMinCells to kMaxCells cells.
  CageAssignmentPropagator(std::span<const Cell> cells, int values, int total)
      : cells_(cells), values_(values), total_(total) {}

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;
  bool checks_full_boards() const override { return false; }

 private:
  const std::span<const Cell> cells_;
  const int values_;
  const int total_;
};

}  // namespace puzzled::variants
