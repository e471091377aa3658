// Distinct cells, the set of whose values is one of some: renbans.
#pragma once

#include <utility>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class AllowedSetsPropagator final : public Propagator {
 public:
  explicit AllowedSetsPropagator(AllowedSets sets) : sets_(std::move(sets)) {}

  std::span<const Cell> cells() const override { return sets_.cells; }
  bool propagate(State& state) const override;

 private:
  const AllowedSets sets_;
};

}  // namespace puzzled::variants
