// Where the houses of a model cross in several cells, and the propagators for it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/propagator.hpp"

namespace puzzled::variants {

/// Locked candidates of all houses: a ChutePropagator where houses cross as rows and boxes do, a
/// CrossingPropagator for each other pair. REQUIRES: all houses rise.
std::vector<std::unique_ptr<const Propagator>> crossing_propagators(std::span<const House> houses);

}  // namespace puzzled::variants
