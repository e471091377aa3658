// So many values of a row or column are greater than all before them.
#pragma once

#include <utility>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class SkyscraperPropagator final : public Propagator {
 public:
  explicit SkyscraperPropagator(Skyscraper clue) : clue_(std::move(clue)) {}

  std::span<const Cell> cells() const override { return clue_.cells; }
  bool propagate(State& state) const override;

 private:
  const Skyscraper clue_;
};

}  // namespace puzzled::variants
