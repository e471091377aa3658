// What follows from the houses of a model alone: their propagators (hidden singles, locked
// candidates, naked subsets), which cells differ by them, and in which of them a cell is.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/variants/house_index.hpp"
#include "core/variants/model.hpp"
#include "core/variants/peers.hpp"
#include "core/variants/propagator.hpp"
#include "core/variants/propagator_store.hpp"

namespace puzzled::variants {

/// Refers to itself, so it stays where it was made.
struct HousePropagators {
  using List = std::vector<const Propagator*>;

  HousePropagators(std::span<const House> all, std::size_t cells);

  const std::vector<House> houses;
  const HouseIndex index;
  Peers peers;            ///< by houses alone
  PropagatorStore store;  ///< of those that follow
  List singles;           ///< a HousePropagator for each house
  List crossings;         ///< a ChutePropagator where houses cross as rows and boxes do, a
                          ///< CrossingPropagator for each other pair
  List subsets;           ///< a SubsetPropagator for each house
};

/// A thread keeps what it made last, since most boards have the houses of the one before.
/// REQUIRES: houses of a board of so many cells; all rise.
std::shared_ptr<const HousePropagators> house_propagators(std::span<const House> houses,
                                                          std::size_t cells);

}  // namespace puzzled::variants
