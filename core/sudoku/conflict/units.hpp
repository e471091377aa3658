// Cells become bits, one for each digit, so that a digit that comes a second time is in what was
// seen before. Compiled once for each level, for kernels.
#pragma once

#include <cstdint>

#include "core/simd/bytes.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::conflict::PUZZLED_LEVEL {
namespace {

#if defined(__AVX512VBMI__)

// A vector has 16 bits for each of the 27 units: nine rows, nine columns, nine boxes. It takes one
// cell of each unit at a time. (31 operations on vectors; lines of 16 bytes take 90.)

struct alignas(64) CellIndices {
  std::uint8_t bytes[kSide][64];  // of cell k of a unit, at byte 2 * unit
};

constexpr CellIndices cells_of_units() {
  CellIndices indices{};
  for (int unit = 0; unit < kSide; ++unit) {
    for (int k = 0; k < kSide; ++k) {
      const int box_row = 3 * (unit / 3) + k / 3;
      const int box_column = 3 * (unit % 3) + k % 3;
      indices.bytes[k][2 * unit] = static_cast<std::uint8_t>(kSide * unit + k);
      indices.bytes[k][2 * (kSide + unit)] = static_cast<std::uint8_t>(kSide * k + unit);
      indices.bytes[k][2 * (2 * kSide + unit)] =
          static_cast<std::uint8_t>(kSide * box_row + box_column);
    }
  }
  return indices;
}

constexpr CellIndices kCellsOfUnits = cells_of_units();

/// The units that hold a digit twice, a bit each: rows, columns, boxes.
PUZZLED_INLINE std::uint32_t units_in_conflict(const std::uint8_t* cells) {
  constexpr int kFirst = 64;
  constexpr std::uint64_t kRest = (std::uint64_t{1} << (kCells - kFirst)) - 1;
  constexpr std::uint64_t kLowBytesOfUnits = 0x0015555555555555;
  // A bit is moved so far for a digit, and out of the 16 for a blank.
  constexpr char kOut = 16;
  const __m512i shifts = _mm512_broadcast_i32x4(
      _mm_setr_epi8(kOut, 0, 1, 2, 3, 4, 5, 6, 7, 8, kOut, kOut, kOut, kOut, kOut, kOut));
  const __m512i first = _mm512_shuffle_epi8(shifts, _mm512_loadu_si512(cells));
  const __m512i rest = _mm512_shuffle_epi8(shifts, _mm512_maskz_loadu_epi8(kRest, cells + kFirst));
  __m512i bits[kSide];
  for (int k = 0; k < kSide; ++k) {
    const __m512i indices = _mm512_load_si512(kCellsOfUnits.bytes[k]);
    const __m512i of_units = _mm512_maskz_permutex2var_epi8(kLowBytesOfUnits, first, indices, rest);
    bits[k] = _mm512_sllv_epi16(_mm512_set1_epi16(1), of_units);
  }
  // Bits that all differ add up to what they are together. (The five words of no unit have nine
  // times the same bit.)
  __m512i sum = bits[0];
  __m512i together = bits[0];
  for (int k = 1; k < kSide; ++k) {
    sum = _mm512_add_epi16(sum, bits[k]);
    together = _mm512_or_si512(together, bits[k]);
  }
  constexpr __mmask32 kUnits = (1U << 3 * kSide) - 1;
  return _mm512_mask_cmpneq_epi16_mask(kUnits, sum, together);
}

PUZZLED_INLINE bool has_conflict(const std::uint8_t* cells) {
  return units_in_conflict(cells) != 0;
}

#elif defined(__AVX2__)

// A vector holds nine units' cells of one kind at a time: a row of the board has one cell of each
// column, a column one cell of each row.

using namespace simd::PUZZLED_LEVEL;

// The digits of 16 cells as bits: those of 1 to 8 in the first half, that of 9 in the second.
using Bits = Vector<std::uint8_t, 32>;

constexpr Bits kBitOfDigit = {0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0,
                              0, 0, 0, 0, 0, 0,  0,  0,  0,   1, 0, 0, 0, 0, 0, 0};
// Nine cells of the sixteen belong to the line.
constexpr Bits kLine = {255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
                        255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0};
constexpr Bits kFirstOfBox = {255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0};

PUZZLED_INLINE Bits bits_of(Bytes cells) {
  // The instruction takes the low four bits of a byte.
  return reinterpret_cast<Bits>(
      _mm256_shuffle_epi8(reinterpret_cast<__m256i>(kBitOfDigit),
                          _mm256_broadcastsi128_si256(reinterpret_cast<__m128i>(cells))));
}

// Each byte is the next one of its half.
PUZZLED_INLINE Bits next_bytes(Bits bits) {
  return reinterpret_cast<Bits>(_mm256_srli_si256(reinterpret_cast<__m256i>(bits), 1));
}

PUZZLED_INLINE bool has_conflict(const std::uint8_t* cells) {
  Bytes lines[kSide];
  read_rows(cells, lines);
  Bits seen{};
  Bits twice{};
  Bits twice_in_box{};
  for (int band = 0; band < 3; ++band) {
    const Bits a = bits_of(lines[3 * band]);
    const Bits b = bits_of(lines[3 * band + 1]);
    const Bits c = bits_of(lines[3 * band + 2]);
    const Bits ab = a | b;
    const Bits abc = ab | c;
    twice |= (a & b) | (ab & c) | (seen & abc);
    seen |= abc;
    // What a box has in each of its three columns.
    const Bits second = next_bytes(abc);
    const Bits third = next_bytes(second);
    twice_in_box |= (abc & second) | ((abc | second) & third);
  }
  transpose(lines);
  seen = Bits{};
  for (const Bytes& line : lines) {
    const Bits bits = bits_of(line);
    twice |= seen & bits;
    seen |= bits;
  }
  return any_bit((twice & kLine) | (twice_in_box & kFirstOfBox));
}

#else

// A unit's cells are counted by their low four bits, in four bits each: digit d in bits 4d to
// 4d + 3, the blanks, which may repeat, below and above. (No count exceeds 9.)
PUZZLED_INLINE bool has_conflict(const std::uint8_t* cells) {
  constexpr std::uint64_t kTwoOrMore = 0xEEEEEEEEE0;
  std::uint64_t columns[kSide] = {};
  std::uint64_t counts = 0;  // of all units, or-ed
  for (int band = 0; band < 3; ++band) {
    std::uint64_t boxes[3] = {};
    for (int row = 0; row < 3; ++row) {
      std::uint64_t in_row = 0;
      for (int column = 0; column < kSide; ++column) {
        const std::uint64_t one = std::uint64_t{1} << 4 * (*cells++ & 15);
        in_row += one;
        columns[column] += one;
        boxes[column / 3] += one;
      }
      counts |= in_row;
    }
    for (const std::uint64_t box : boxes) counts |= box;
  }
  for (const std::uint64_t column : columns) counts |= column;
  return (counts & kTwoOrMore) != 0;
}

#endif

}  // namespace
}  // namespace puzzled::sudoku::conflict::PUZZLED_LEVEL
