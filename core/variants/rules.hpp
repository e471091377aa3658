// A model made ready to be searched: its rules as propagators, and which cells must differ. Made
// once for all boards of a shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"
#include "core/variants/state.hpp"

namespace puzzled::variants {

/// Puts a propagator around another: a test may look at what each does.
using WrapPropagator =
    std::function<std::shared_ptr<const Propagator>(std::shared_ptr<const Propagator>)>;

/// Never changes, so any number of threads may use it.
class Rules {
 public:
  /// REQUIRES: at most kMaxPropagators propagators.
  explicit Rules(Model model, WrapPropagator wrap = {});

  /// The same rules and sums that follow from them, of at most so many cells; null if there are
  /// none, or more than there is room for.
  std::unique_ptr<const Rules> with_derived_sums(std::size_t max_cells) const;

  const Model& model() const { return model_; }

  /// Groups of cells that must differ from each other.
  std::span<const std::vector<Cell>> all_different() const { return all_different_; }

  /// Cells that must not have the same value as `cell`, rising.
  std::span<const Cell> peers(Cell cell) const {
    return std::span(peers_).subspan(peers_begin_[cell],
                                     peers_begin_[cell + 1U] - peers_begin_[cell]);
  }

  /// Whether there are no other rules than houses.
  bool are_houses_alone() const { return are_houses_alone_; }

  /// How many other rules than houses look at a cell.
  int rules_of(Cell cell) const { return rules_of_[cell]; }

  /// In the order in which they run: what is cheap comes first.
  std::span<const std::shared_ptr<const Propagator>> propagators() const { return propagators_; }

  /// The propagators that look at each cell.
  const Watchers& watchers() const { return watchers_; }

  /// Words of bits, by their numbers: the propagators that a full board is checked by.
  std::span<const std::uint64_t> full_board_checks() const { return full_board_checks_; }

  /// Two cells that must differ and have the same single value, the first in cell order; both 0 if
  /// there are none.
  std::pair<Cell, Cell> find_conflict(std::span<const ValueSet> candidates) const;

 private:
  void list_peers(const Peers& peers);
  void find_watchers();
  void count_rules();

  const Model model_;
  const WrapPropagator wrap_;
  std::vector<std::vector<Cell>> all_different_;
  std::shared_ptr<const Peers> peers_of_cells_;  // that propagators refer to
  std::vector<Cell> peers_;
  std::vector<std::uint32_t> peers_begin_;
  std::vector<std::shared_ptr<const Propagator>> propagators_;
  std::vector<int> rules_of_;
  bool are_houses_alone_ = true;
  Watchers watchers_;
  std::vector<std::uint64_t> full_board_checks_;
};

}  // namespace puzzled::variants
