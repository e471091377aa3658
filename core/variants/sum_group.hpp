// Cells of a sum that must all differ: bounds of their sum, and what a sum leaves them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/combination_table.hpp"
#include "core/variants/house_index.hpp"
#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator_store.hpp"
#include "core/variants/state.hpp"

namespace puzzled::variants {

/// Cuts cells into groups that must differ, such that the sum of the squares of their sizes is as
/// large as some orders find it: the bounds of large groups are the best.
std::vector<CellList> differing_groups(std::span<const Cell> cells, const Peers& peers);

/// For boards of up to 9 values.
class SumGroup {
 public:
  /// What a group can hold, when it was looked at. (Not set before, for sums have many of them.)
  struct Look {
    Combinations possible;  // none: there is no solution
    ValueSet values;        // candidates of its cells
  };

  /// The cells, `peers` and `store` must outlive this. REQUIRES: the cells differ.
  SumGroup(std::span<const Cell> cells, int values, const HouseIndex& houses, const Peers& peers,
           PropagatorStore& store);

  std::span<const Cell> cells() const { return cells_; }
  const CombinationTable& table() const { return *table_; }

  /// The combinations of `among` that the cells can hold and the rest of a house leaves them.
  Look look(const State& state, Combinations among) const;

  /// Removes candidates that are in none of `left`, and from other cells what is in all of them;
  /// false if there is no solution. REQUIRES: left != 0, some of look.possible.
  bool leave(State& state, Combinations left, ValueSet values) const;

 private:
  static constexpr std::size_t kWords = 2;  // of the 81 cells of 9x9
  using CellWords = std::array<std::uint64_t, kWords>;

  bool place(State& state, ValueSet certain) const;
  bool remove_around_places(State& state, ValueSet value) const;
  void keep_common(CellWords& words, Cell cell) const;

  std::span<const Cell> cells_;
  const CombinationTable* table_;
  const Peers* peers_;
  ValueSet all_;
  std::span<const Cell> rests_;   // of each house that the cells lie in
  std::span<const Cell> around_;  // those that differ from all cells
  CellWords around_words_{};
};

}  // namespace puzzled::variants
