// The rule of a house: every value has a place (hidden singles). That no value comes twice is done
// by the search, which tells each fixed cell's peers of its value.
#pragma once

#include <cstddef>
#include <span>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class HousePropagator final : public Propagator {
 public:
  /// The cells must outlive this.
  explicit HousePropagator(std::span<const Cell> cells)
      : cells_(cells), all_(all_values(static_cast<int>(cells_.size()))) {}

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;
  bool checks_full_boards() const override { return false; }

 private:
  const std::span<const Cell> cells_;
  const ValueSet all_;
};

/// Naked pairs and triples: two cells of the same two candidates, or three of the same three, leave
/// these to no other cell of the house.
class SubsetPropagator final : public Propagator {
 public:
  /// The cells must outlive this.
  explicit SubsetPropagator(std::span<const Cell> cells) : cells_(cells) {}

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;
  bool checks_full_boards() const override { return false; }

 private:
  bool leave_to_subset(State& state, const ValueSet* small, std::size_t count, std::size_t first,
                       std::size_t second) const;

  const std::span<const Cell> cells_;
};

}  // namespace puzzled::variants
