// The propagators of the sums of a model, and of sets that values may be.
#pragma once

#include <span>
#include <vector>

#include "core/variants/house_index.hpp"
#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"
#include "core/variants/propagator_store.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

struct SumPropagators {
  using List = std::vector<const Propagator*>;

  List cages;     ///< to run before houses
  List others;    ///< to run then, short ones first
  List thorough;  ///< to run when nothing else does
  List longest;   ///< to run last
};

/// What they are made of and put into.
struct SumSurroundings {
  const HouseIndex& houses;
  const Peers& peers;  ///< must outlive the propagators
  PropagatorStore& store;
};

/// Sums of one and of two cells have none: they are candidates and relations. If time is up, some
/// are missing.
SumPropagators sum_propagators(const Model& model, const SumSurroundings& around, TimeLeft& time);

/// Adds those of further sums. REQUIRES: the model, houses and peers of the others.
void add_sum_propagators(const Model& model, std::span<const Sum> sums,
                         const SumSurroundings& around, TimeLeft& time, SumPropagators& all);

}  // namespace puzzled::variants
