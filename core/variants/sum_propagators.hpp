// The propagators of the sums of a model, and of sets that values may be.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"

namespace puzzled::variants {

struct SumPropagators {
  using List = std::vector<std::shared_ptr<const Propagator>>;

  List cages;     ///< to run before houses
  List others;    ///< to run then, short ones first
  List thorough;  ///< to run when nothing else does
  List longest;   ///< to run last
};

/// Sums of one and of two cells have none: they are candidates and relations. `peers` must outlive
/// the propagators.
SumPropagators sum_propagators(const Model& model, const Peers& peers);

/// Adds those of further sums. REQUIRES: the model and peers of the others.
void add_sum_propagators(const Model& model, std::span<const Sum> sums, const Peers& peers,
                         SumPropagators& all);

}  // namespace puzzled::variants
