// The boxes that ISS gives a board of its own accord.
#pragma once

#include <cstdint>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// As square as possible, of at least two rows: 14 has 2x7, primes have none. (usual_boxes() knows
/// only sizes whose boxes everybody draws alike.)
BoxShape iss_boxes(int size);

/// Of each cell its box; empty if there are none.
std::vector<std::uint8_t> box_regions(int size, BoxShape boxes);

}  // namespace puzzled::variants
