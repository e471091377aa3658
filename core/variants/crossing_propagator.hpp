// Locked candidates: two houses cross in several cells. A value that has places only there in one
// of them has none elsewhere in the other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

/// It removes nothing that a solution needs and is never needed to refuse a full board: it only
/// makes the search shorter.
class CrossingPropagator final : public Propagator {
 public:
  /// REQUIRES: both houses rise.
  CrossingPropagator(std::span<const Cell> one, std::span<const Cell> other);

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;

 private:
  std::span<const Cell> shared() const { return std::span(cells_).first(shared_); }
  std::span<const Cell> rest_of_one() const { return std::span(cells_).subspan(shared_, rest_); }
  std::span<const Cell> rest_of_other() const { return std::span(cells_).last(rest_); }

  std::vector<Cell> cells_;  // shared cells, then the others of each house
  std::size_t shared_ = 0;
  std::size_t rest_ = 0;
};

}  // namespace puzzled::variants
