// Cells that must hold values of some sets so many times: quadruples, global entropy.
#pragma once

#include <utility>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

class RequiredValuesPropagator final : public Propagator {
 public:
  explicit RequiredValuesPropagator(RequiredValues required) : required_(std::move(required)) {}

  std::span<const Cell> cells() const override { return required_.cells; }
  bool propagate(State& state) const override;

 private:
  const RequiredValues required_;
};

}  // namespace puzzled::variants
