// A cell that says where in a house a value is: indexers, numbered rooms.
#pragma once

#include <utility>
#include <vector>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class IndexPropagator final : public Propagator {
 public:
  explicit IndexPropagator(IndexCell index);

  std::span<const Cell> cells() const override { return watched_; }
  bool propagate(State& state) const override;

 private:
  const IndexCell index_;
  std::vector<Cell> watched_;  // the house, and the index
};

}  // namespace puzzled::variants
