// The vocabulary of the band engine: the three bands of a digit as one 128-bit vector, rotations of
// rows, columns, bands and stacks, and mini-rows and mini-columns packed three digits a vector.
#pragma once

#include <array>
#include <bit>
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

inline bool any(Bands v) {
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  const auto halves = std::bit_cast<Halves>(v);
  return (halves[0] | halves[1]) != 0;
}

// Rotations. Those of rows leave rubbish above bit 26: whoever uses them masks it away.
inline Bands next_row(Bands v) {
  return (v >> 9) | (v << 18);
}
inline Bands previous_row(Bands v) {
  return (v >> 18) | (v << 9);
}
inline Bands next_band(Bands v) {
  return Bands{v[1], v[2], v[0], v[3]};
}
inline Bands previous_band(Bands v) {
  return Bands{v[2], v[0], v[1], v[3]};
}
inline Bands next_stack(Bands v) {
  return ((v >> 3) & in_every_band(0077077077)) | ((v << 6) & in_every_band(0700700700));
}
inline Bands previous_stack(Bands v) {
  return ((v >> 6) & in_every_band(0007007007)) | ((v << 3) & in_every_band(0770770770));
}
inline Bands next_column(Bands v) {  // within its stack
  return ((v >> 1) & in_every_band(0333333333)) | ((v << 2) & in_every_band(0444444444));
}
inline Bands previous_column(Bands v) {
  return ((v >> 2) & in_every_band(0111111111)) | ((v << 1) & in_every_band(0666666666));
}

/// Candidates by digit.
using Candidates = std::array<Bands, 9>;

/// One bit for every mini-row (or mini-column) of every digit that has a candidate there. A
/// mini-row needs one bit where three are free, so digits 3t, 3t + 1 and 3t + 2 share vector t:
/// digit 3t + k has bit k of each mini-row, or row k of each mini-column.
using Packed = std::array<Bands, 3>;

inline Packed pack_mini_rows(const Candidates& x) {
  Packed packed;
  for (std::size_t t = 0; t < 3; ++t) {
    const Bands a = x[3 * t];
    const Bands b = x[3 * t + 1];
    const Bands c = x[3 * t + 2];
    packed[t] = ((a | (a >> 1) | (a >> 2)) & in_every_band(kMiniRows)) |
                ((b | (b >> 1) | (b << 1)) & in_every_band(kMiniRows << 1)) |
                ((c | (c << 1) | (c << 2)) & in_every_band(kMiniRows << 2));
  }
  return packed;
}

inline Packed pack_mini_columns(const Candidates& x) {
  Packed packed;
  for (std::size_t t = 0; t < 3; ++t) {
    const Bands a = x[3 * t];
    const Bands b = x[3 * t + 1];
    const Bands c = x[3 * t + 2];
    packed[t] = ((a | (a >> 9) | (a >> 18)) & in_every_band(kMiniColumns)) |
                ((b | (b >> 9) | (b << 9)) & in_every_band(kMiniColumns << 9)) |
                ((c | (c << 9) | (c << 18)) & in_every_band(kMiniColumns << 18));
  }
  return packed;
}

/// The cells of all mini-rows in `packed` that belong to digit K of the three.
template <int K>
Bands cells_of_mini_rows(Bands packed) {
  const Bands bit = packed & in_every_band(kMiniRows << K);
  if constexpr (K == 0) return (bit << 3) - bit;
  if constexpr (K == 1) return (bit << 2) - (bit >> 1);
  if constexpr (K == 2) return (bit << 1) - (bit >> 2);
}

template <int K>
Bands cells_of_mini_columns(Bands packed) {
  const Bands row = packed & in_every_band(kMiniColumns << (9 * K));
  if constexpr (K == 0) return row | (row << 9) | (row << 18);
  if constexpr (K == 1) return row | (row << 9) | (row >> 9);
  if constexpr (K == 2) return row | (row >> 9) | (row >> 18);
}

/// Removes the candidates outside the given mini-rows or mini-columns.
inline void keep_mini_rows(Candidates& x, const Packed& packed) {
  for (std::size_t t = 0; t < 3; ++t) {
    x[3 * t] &= cells_of_mini_rows<0>(packed[t]);
    x[3 * t + 1] &= cells_of_mini_rows<1>(packed[t]);
    x[3 * t + 2] &= cells_of_mini_rows<2>(packed[t]);
  }
}

inline void keep_mini_columns(Candidates& x, const Packed& packed) {
  for (std::size_t t = 0; t < 3; ++t) {
    x[3 * t] &= cells_of_mini_columns<0>(packed[t]);
    x[3 * t + 1] &= cells_of_mini_columns<1>(packed[t]);
    x[3 * t + 2] &= cells_of_mini_columns<2>(packed[t]);
  }
}

/// All cells of the boxes in which `cells` has one.
inline Bands boxes_of(Bands cells) {
  Bands column = cells | (cells >> 9) | (cells >> 18);
  column = (column | (column >> 1) | (column >> 2)) & in_every_band(0111);
  const Bands row = (column << 3) - column;
  return row | (row << 9) | (row << 18);
}

}  // namespace puzzled::sudoku
