// What units lose where their cells have to differ: one unit a lane, in vectors of
// PUZZLED_BOUND_BYTES (see evaluate.hpp).
//
// Values are taken from the largest down, each if the cells can be matched with it and those taken
// before (a transversal matroid, so greed is right). Four cells have sixteen subsets, so a lane of
// 16 bits holds which of them can be matched with just the values taken.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

#include "core/target_sudoku/bound/kernel.hpp"
#include "core/target_sudoku/bound/vectors.hpp"

namespace puzzled::target::bound::PUZZLED_BOUND_ISA {

using Sets = std::uint16_t __attribute__((vector_size(PUZZLED_BOUND_BYTES)));
using SignedSets = std::int16_t __attribute__((vector_size(PUZZLED_BOUND_BYTES)));

inline constexpr int kSets = PUZZLED_BOUND_BYTES / 2;

PUZZLED_INLINE Sets gather(const CellValues& values, const std::uint16_t* cells) {
  Sets v;
#if defined(__AVX512BW__)
  static_assert(sizeof values == 2 * sizeof v);
  const __m512i low = _mm512_load_si512(values.of);
  const __m512i high = _mm512_load_si512(values.of + 32);
  v = reinterpret_cast<Sets>(_mm512_permutex2var_epi16(low, _mm512_loadu_si512(cells), high));
#else
  std::uint16_t of[kSets];
  for (int i = 0; i < kSets; ++i) of[i] = values.of[cells[i]];
  std::memcpy(&v, of, sizeof v);
#endif
  return v;
}

// Where `v` has its highest bit: all bits.
PUZZLED_INLINE Sets spread_sign(Sets v) {
  return reinterpret_cast<Sets>(reinterpret_cast<SignedSets>(v) >> 15);
}

static bool lose(const SmallUnits& units, const CellValues& values, std::uint16_t* losses) {
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
    std::memcpy(losses + first, &lost, sizeof lost);
  }
  using Longs = std::uint64_t __attribute__((vector_size(PUZZLED_BOUND_BYTES)));
  const auto halves = reinterpret_cast<Longs>(hopeless);
  std::uint64_t any = 0;
  for (int i = 0; i < PUZZLED_BOUND_BYTES / 8; ++i) any |= halves[i];
  return any == 0;
}

}  // namespace puzzled::target::bound::PUZZLED_BOUND_ISA
