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

#include "core/variants/house_propagators.hpp"
#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"
#include "core/variants/propagator_store.hpp"
#include "core/variants/relation_propagator.hpp"
#include "core/variants/state.hpp"
#include "core/variants/sum_propagators.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

/// Puts a propagator around another, which outlives it: a test may look at what each does.
using WrapPropagator = std::function<std::unique_ptr<const Propagator>(const Propagator&)>;

/// Never changes, so any number of threads may use it.
class Rules {
 public:
  /// If time is up, rules are missing. REQUIRES: at most kMaxPropagators propagators.
  explicit Rules(Model model, WrapPropagator wrap = {}, TimeLeft& time = unlimited_time());

  /// The same rules and sums that follow from them, of at most so many cells; null if there are
  /// none, or more than there is room for. This must outlive them. If time is up, some are missing.
  std::unique_ptr<const Rules> with_derived_sums(std::size_t max_cells, TimeLeft& time) const;

  const Model& model() const { return model_; }

  /// Groups of cells that must differ from each other.
  std::span<const std::span<const Cell>> all_different() const { return differing_->groups; }

  /// Cells that must not have the same value as `cell`, rising.
  std::span<const Cell> peers(Cell cell) const {
    const std::uint32_t* const begin = differing_->begin.data() + cell;
    return {differing_->lists.data() + begin[0], begin[1] - begin[0]};
  }

  /// Whether there are no other rules than houses.
  bool are_houses_alone() const { return are_houses_alone_; }

  /// How many other rules than houses look at a cell.
  int rules_of(Cell cell) const { return rules_of_[cell]; }

  /// In the order in which they run: what is cheap comes first.
  std::span<const Propagator* const> propagators() const { return propagators_; }

  /// Propagator::steps() of each.
  std::span<const std::uint64_t> run_steps() const { return run_steps_; }

  /// The propagators that look at each cell.
  const Watchers& watchers() const { return watchers_; }

  /// Words of bits, by their numbers: the propagators that a full board is checked by.
  std::span<const std::uint64_t> full_board_checks() const { return full_board_checks_; }

  /// Two cells that must differ and have the same single value, the first in cell order; both 0 if
  /// there are none.
  std::pair<Cell, Cell> find_conflict(std::span<const ValueSet> candidates) const;

 private:
  /// Which cells must differ: what derived sums do not change.
  struct Differing {
    /// Refers to the cells of the model.
    Differing(const Model& model, const Peers& by_houses, TimeLeft& time);

    Peers peers;
    std::vector<std::span<const Cell>> groups;  // the houses first; none that is within others
    std::vector<Cell> lists;                    // the peers of each cell, from begin[cell] on
    std::vector<std::uint32_t> begin;
  };

  Rules(const Rules& base, std::span<const Sum> further_sums, TimeLeft& time);

  void make_propagators(TimeLeft& time);
  void find_watchers();
  void count_rules();

  SumSurroundings surroundings() { return {houses_->index, differing_->peers, store_}; }

  const Model model_;
  const WrapPropagator wrap_;
  std::shared_ptr<const HousePropagators> houses_;
  std::shared_ptr<const Differing> differing_;  // propagators refer to it
  RelationTables relation_tables_;              // propagators refer to them
  PropagatorStore store_;                       // of those that are not of houses, nor of the base
  SumPropagators sums_;                         // without what `wrap_` puts around them
  std::vector<const Propagator*> propagators_;
  std::vector<std::uint64_t> run_steps_;
  std::vector<std::unique_ptr<const Propagator>> wrapped_;
  std::vector<int> rules_of_;
  bool are_houses_alone_ = true;
  Watchers watchers_;
  std::vector<std::uint64_t> full_board_checks_;
};

}  // namespace puzzled::variants
