// A sum: each cell keeps the values that the least and the greatest of the others leave room for.
#pragma once

#include <utility>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class SumPropagator final : public Propagator {
 public:
  explicit SumPropagator(Sum sum) : sum_(std::move(sum)) {}

  std::span<const Cell> cells() const override { return sum_.cells; }
  bool propagate(State& state) const override;

 private:
  const Sum sum_;
};

}  // namespace puzzled::variants
