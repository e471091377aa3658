// Locked candidates: two houses cross in several cells. A value that has places only there in one
// of them has none elsewhere in the other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

/// Two houses. It removes nothing that a solution needs and only makes the search shorter.
class CrossingPropagator final : public Propagator {
 public:
  /// REQUIRES: both houses rise.
  CrossingPropagator(std::span<const Cell> one, std::span<const Cell> other);

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;
  bool checks_full_boards() const override { return false; }

 private:
  std::span<const Cell> shared() const { return std::span(cells_).first(shared_); }
  std::span<const Cell> rest_of_one() const { return std::span(cells_).subspan(shared_, rest_); }
  std::span<const Cell> rest_of_other() const { return std::span(cells_).last(rest_); }

  std::vector<Cell> cells_;  // shared cells, then the others of each house
  std::size_t shared_ = 0;
  std::size_t rest_ = 0;
};

/// Some disjoint houses (the rows of a band) and as many others (its boxes) that cover the same
/// cells: all crossings of them at once, as a CrossingPropagator for each would do it.
class ChutePropagator final : public Propagator {
 public:
  static constexpr std::size_t kMaxLines = 12;

  /// REQUIRES: 2 to kMaxLines houses on either side; all rise, and cross those of the other side in
  /// as many cells each.
  ChutePropagator(std::span<const std::span<const Cell>> lines,
                  std::span<const std::span<const Cell>> boxes);

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;
  bool checks_full_boards() const override { return false; }

 private:
  bool remove_locked(State& state, std::size_t lines, std::size_t crossing_size) const;

  std::vector<Cell> cells_;  // crossing by crossing, those of the first line first
  std::size_t lines_;
  std::size_t crossing_size_;
};

}  // namespace puzzled::variants
