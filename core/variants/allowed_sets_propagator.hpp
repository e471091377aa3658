// Distinct cells, the set of whose values is one of some: renbans.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "core/variants/propagator.hpp"

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
