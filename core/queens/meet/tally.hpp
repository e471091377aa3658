// The sum of a unit, with two residues that are accumulated independently: if the sum overflows, is
// cut or is changed by faulty memory, they disagree (see unit_count.hpp).
#pragma once

#include <cstdint>

namespace puzzled::queens::meet {

struct Tally {
  std::uint64_t count = 0;
  /// Congruent to the sum, and below 2^36; modulo 2^31 - 1 and 2^32 - 5.
  std::uint64_t residues[2] = {0, 0};
};

/// REQUIRES: solutions < 2^36.
static inline void add_to(Tally& tally, std::uint64_t solutions) {
  tally.count += solutions;
  // The part above 2^31 counts 1 modulo 2^31 - 1, the part above 2^32 counts 5 modulo 2^32 - 5.
  const std::uint64_t first = tally.residues[0] + solutions;
  const std::uint64_t second = tally.residues[1] + solutions;
  tally.residues[0] = (first & 0x7FFFFFFF) + (first >> 31);
  tally.residues[1] = (second & 0xFFFFFFFF) + 5 * (second >> 32);
}

}  // namespace puzzled::queens::meet
