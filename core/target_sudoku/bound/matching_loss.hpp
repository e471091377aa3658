// The loss of units whose cells must take distinct values, one unit a lane.
//
// The values of a maximum matching are found greedily, from the largest down: a value is taken if
// some cells can be matched with it and the values taken before. (They form a transversal matroid,
// so greedy is optimal.) A lane of 16 bits holds which of the sixteen subsets of four cells can be
// matched with exactly the values taken.
#pragma once

#include <cstdint>

#include "core/target_sudoku/bound/data.hpp"
#include "core/target_sudoku/bound/vectors.hpp"

namespace puzzled::target::bound::PUZZLED_LEVEL {
namespace {

using Sets = Vector<std::uint16_t>;
using SignedSets = Vector<std::int16_t>;

constexpr int kSets = kVectorBytes / 2;

PUZZLED_INLINE Sets gather(const CellValues& values, const std::uint16_t* cells) {
#if defined(__AVX512BW__)
  static_assert(sizeof values == 2 * sizeof(Sets));
  const __m512i low = _mm512_load_si512(values.cell);
  const __m512i high = _mm512_load_si512(values.cell + 32);
  return reinterpret_cast<Sets>(_mm512_permutex2var_epi16(low, _mm512_loadu_si512(cells), high));
#else
  std::uint16_t gathered[kSets];
  for (int i = 0; i < kSets; ++i) gathered[i] = values.cell[cells[i]];
  return load<Sets>(gathered);
#endif
}

// Where `v` has its highest bit: all bits.
PUZZLED_INLINE Sets spread_sign(Sets v) {
  return reinterpret_cast<Sets>(reinterpret_cast<SignedSets>(v) >> 15);
}

bool matching_loss(const SmallUnits& units, const CellValues& values, std::uint16_t* losses) {
  Sets hopeless{};
  for (int first = 0; first < units.count; first += kSets) {
    Sets v[4];
    Sets seen[4] = {};  // cells with a value as large as this or larger, as masks
    for (int i = 0; i < 4; ++i) v[i] = gather(values, units.cells[i] + first) << 7;
    Sets matched = Sets{} + 1;  // bit s: the subset s of cells
    Sets taken{};
    Sets lost{};
    for (int value = 9; value > 0; --value) {
      Sets has[4];
      for (int i = 0; i < 4; ++i) {
        has[i] = spread_sign(v[i]);
        v[i] += v[i];
        seen[i] |= has[i];
      }
      const Sets one_more =
          ((((matched & 0x5555) << 1) & has[0]) | (((matched & 0x3333) << 2) & has[1])) |
          ((((matched & 0x0F0F) << 4) & has[2]) | (((matched & 0x00FF) << 8) & has[3]));
      const auto no = reinterpret_cast<Sets>(one_more == 0);
      matched = one_more | (matched & no);
      taken += no + 1;
      lost -= seen[0] + seen[1] + seen[2] + seen[3] + taken;
    }
    hopeless |= taken + seen[0] + seen[1] + seen[2] + seen[3];
    store(losses + first, lost);
  }
  return !any_bit(hopeless);
}

}  // namespace
}  // namespace puzzled::target::bound::PUZZLED_LEVEL
