// The binary relations of a cell: its partners keep the values that go with one of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

/// The values that go with any of a set of values.
class RelationTable {
 public:
  /// `allowed[v - 1]` go with v.
  explicit RelationTable(std::span<const ValueSet> allowed);

  ValueSet operator()(ValueSet values) const {
    ValueSet partners = 0;
    for (const ValueSet* part = parts_.data(); values != 0; part += kPart, values >>= kPartBits) {
      partners |= part[values % kPart];
    }
    return partners;
  }

 private:
  static constexpr int kPartBits = 9;
  static constexpr std::size_t kPart = std::size_t{1} << kPartBits;

  std::vector<ValueSet> parts_;  // for 9 values each, all sets of them
};

using RelationTables = std::vector<std::shared_ptr<const RelationTable>>;

/// It looks at one cell, so that a change runs each of the cell's relations in one direction.
class RelationPropagator final : public Propagator {
 public:
  struct Partner {
    Cell cell = 0;
    const RelationTable* table = nullptr;
  };

  /// The tables must outlive this.
  RelationPropagator(Cell cell, std::vector<Partner> partners)
      : cell_(cell), partners_(std::move(partners)) {}

  std::span<const Cell> cells() const override { return {&cell_, 1}; }
  std::uint64_t steps() const override { return 4 * partners_.size(); }
  bool propagate(State& state) const override {
    const ValueSet values = state[cell_];
    for (const Partner& partner : partners_) {
      if (!state.keep(partner.cell, (*partner.table)(values))) return false;
    }
    return true;
  }

 private:
  const Cell cell_;
  const std::vector<Partner> partners_;
};

}  // namespace puzzled::variants
