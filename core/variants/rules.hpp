// A model made ready to be searched: its rules as propagators, and which cells must differ. Made
// once for all boards of a shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"

namespace puzzled::variants {

/// Never changes, so any number of threads may use it.
class Rules {
 public:
  explicit Rules(Model model);

  const Model& model() const { return model_; }

  /// Groups of cells that must differ from each other.
  std::span<const std::vector<Cell>> all_different() const { return all_different_; }

  /// Cells that must not have the same value as `cell`, rising.
  std::span<const Cell> peers(Cell cell) const {
    return std::span(peers_).subspan(peers_begin_[cell],
                                     peers_begin_[cell + 1U] - peers_begin_[cell]);
  }

  /// In the order in which they run: what is cheap comes first.
  std::span<const std::unique_ptr<const Propagator>> propagators() const { return propagators_; }

  /// Of all cells in order: which propagators look at it. Those of a cell begin at its place in
  /// watchers_begin(), which ends with their number.
  std::span<const Watchers> watchers() const { return watchers_; }
  std::span<const std::uint32_t> watchers_begin() const { return watchers_begin_; }
  std::size_t queue_words() const { return (propagators_.size() + 63) / 64; }

  /// Two cells that must differ and have the same single value, the first in cell order; both 0 if
  /// there are none.
  std::pair<Cell, Cell> find_conflict(std::span<const ValueSet> candidates) const;

 private:
  const Model model_;
  std::vector<std::vector<Cell>> all_different_;
  std::vector<Cell> peers_;
  std::vector<std::uint32_t> peers_begin_;
  std::vector<std::unique_ptr<const Propagator>> propagators_;
  std::vector<Watchers> watchers_;
  std::vector<std::uint32_t> watchers_begin_;
};

}  // namespace puzzled::variants
