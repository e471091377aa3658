// The values between the least and the greatest value of a row or column have a given sum.
#pragma once

#include <vector>

#include "core/variants/propagator.hpp"
#include "core/variants/split_house.hpp"

namespace puzzled::variants {

class SandwichPropagator final : public Propagator {
 public:
  explicit SandwichPropagator(Sandwich clue);

  std::span<const Cell> cells() const override { return clue_.cells; }
  std::uint64_t steps() const override;
  bool propagate(State& state) const override;

 private:
  const Sandwich clue_;
  std::vector<SplitHouse> fillings_;  // by the number of cells inside
};

}  // namespace puzzled::variants
