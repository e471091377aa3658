// How pairs are counted: what no count depends on.
#pragma once

#include <cstdint>

namespace puzzled::queens::colour {

struct Tuning {
  bool exchanged = false;            ///< begin with the other colour, for checks
  bool careful = false;              ///< as if every byte counter had been full, for tests
  std::uint32_t fewest_lanes = 100;  ///< fewer are joined without a kernel
  /// Lanes a prefix that are worth a layer. Measured with 24 to 28 queens, as is the next one.
  std::uint32_t least_layer = 4;
  double slot_length = 1.25;  ///< see SlotPlan::make()
  /// Lists of partners of a colour that are made at a time, in partners of all row sets.
  std::uint64_t most_partners = 6'000'000;
};

}  // namespace puzzled::queens::colour
