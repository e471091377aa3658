// The propagators of the houses of a model: hidden singles, locked candidates, naked subsets.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/propagator.hpp"

namespace puzzled::variants {

struct HousePropagators {
  using List = std::vector<std::shared_ptr<const Propagator>>;

  List singles;    ///< a HousePropagator for each house
  List crossings;  ///< a ChutePropagator where houses cross as rows and boxes do, a
                   ///< CrossingPropagator for each other pair
  List subsets;    ///< a SubsetPropagator for each house
};

/// A thread keeps those that it made last, since most boards have the houses of the one before.
/// REQUIRES: all houses rise.
std::shared_ptr<const HousePropagators> house_propagators(std::span<const House> houses);

}  // namespace puzzled::variants
