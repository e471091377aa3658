// Random irregular regions, for jigsaws.
#pragma once

#include <cstdint>
#include <vector>

#include "core/split_mix.hpp"

namespace puzzled::variants {

/// Regions of as many cells as a row, each connected by sides, for a board of that size. Whether a
/// grid fits them is not known.
std::vector<std::uint8_t> random_regions(int size, SplitMix64& random);

}  // namespace puzzled::variants
