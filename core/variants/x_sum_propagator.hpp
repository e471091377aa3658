// The first x values of a row or column have a given sum, where x is the first of them.
#pragma once

#include <vector>

#include "core/variants/propagator.hpp"
#include "core/variants/split_house.hpp"

namespace puzzled::variants {

class XSumPropagator final : public Propagator {
 public:
  explicit XSumPropagator(XSum clue);

  std::span<const Cell> cells() const override { return clue_.cells; }
  std::uint64_t steps() const override;
  bool propagate(State& state) const override;

 private:
  const XSum clue_;
  std::vector<SplitHouse> fillings_;  // of the cells behind the first, by the first value less 1
};

}  // namespace puzzled::variants
