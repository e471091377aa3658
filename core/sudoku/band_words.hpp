// The data types of the band engine: the three bands of a digit as one 128-bit vector, and
// mini-rows and mini-columns packed three digits a vector.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace puzzled::sudoku {

/// Lane b is band b; bit 9r + c of a lane is row r of the band and column c. Lane 3 stays zero.
/// Compilers turn this into SSE2, NEON or plain words: it needs no instruction set of its own.
using Bands = std::uint32_t __attribute__((vector_size(16)));

inline constexpr std::uint32_t kBandCells = 0777777777;
inline constexpr std::uint32_t kMiniRows = 0111111111;  // the first cell of every mini-row
inline constexpr std::uint32_t kMiniColumns = 0777;     // the first cell of every mini-column

constexpr Bands in_every_band(std::uint32_t word) {
  return Bands{word, word, word, 0};
}

inline Bands next_band(Bands v) {
  return Bands{v[1], v[2], v[0], v[3]};
}
inline Bands previous_band(Bands v) {
  return Bands{v[2], v[0], v[1], v[3]};
}

/// Candidates by digit.
using Candidates = std::array<Bands, 9>;

/// One bit for every mini-row (or mini-column) of every digit that has a candidate there. A
/// mini-row needs one bit where three are free, so digits 3t, 3t + 1 and 3t + 2 share vector t:
/// digit 3t + k has bit k of each mini-row, or row k of each mini-column.
using Packed = std::array<Bands, 3>;

/// `kFirst` has the bits of the first digit's; their three cells are `kStep` apart.
template <std::uint32_t kFirst, int kStep>
Packed pack_lines(const Candidates& x) {
  Packed packed;
  for (std::size_t t = 0; t < 3; ++t) {
    const Bands a = x[3 * t];
    const Bands b = x[3 * t + 1];
    const Bands c = x[3 * t + 2];
    packed[t] = ((a | (a >> kStep) | (a >> 2 * kStep)) & in_every_band(kFirst)) |
                ((b | (b >> kStep) | (b << kStep)) & in_every_band(kFirst << kStep)) |
                ((c | (c << kStep) | (c << 2 * kStep)) & in_every_band(kFirst << 2 * kStep));
  }
  return packed;
}
inline Packed pack_mini_rows(const Candidates& x) {
  return pack_lines<kMiniRows, 1>(x);
}
inline Packed pack_mini_columns(const Candidates& x) {
  return pack_lines<kMiniColumns, 9>(x);
}

}  // namespace puzzled::sudoku
