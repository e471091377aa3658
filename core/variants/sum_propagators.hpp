// The propagators of the sums of a model, and of sets that values may be.
#pragma once

#include <memory>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"

namespace puzzled::variants {

struct SumPropagators {
  std::vector<std::unique_ptr<const Propagator>> cages;     ///< to run before houses
  std::vector<std::unique_ptr<const Propagator>> others;    ///< to run then, short ones first
  std::vector<std::unique_ptr<const Propagator>> thorough;  ///< to run when nothing else does
  std::vector<std::unique_ptr<const Propagator>> longest;   ///< to run last
};

/// Sums of one and of two cells have none: they are candidates and relations. `peers` must outlive
/// the propagators.
SumPropagators sum_propagators(const Model& model, const Peers& peers);

}  // namespace puzzled::variants
