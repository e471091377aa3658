// The 416 classes of bands, for the canonical forms of full grids.
//
// The canonical form of a full grid begins with the smallest band that any of its six bands (three
// of rows, three of columns) can become. So each is looked up: a full band has one of 72,576 normal
// forms, and each of these belongs to one of 416 classes of equivalent bands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::canonical {

inline constexpr std::size_t kBandClasses = 416;
inline constexpr std::size_t kNormalBands = 56 * 36 * 36;
inline constexpr std::size_t kBandMoves = 6 * 6 * 6 * 6 * 6;

/// 27 digits, 1..9, row by row.
using Band = std::array<std::uint8_t, 3 * kSide>;

/// Other orders of the rows and columns of a band.
struct alignas(32) BandMove {  // in one cache line
  std::uint8_t columns[16];    ///< position -> its former column; 15 behind the ninth
  std::uint8_t rows[4];        ///< the same for rows; the last is unspecified
};

/// Of three different numbers out of 0..8, that stand side by side in the second box of a band
/// whose first box has been numbered 0..8, row by row.
struct Triple {
  std::uint8_t order;  ///< 0..5, the number of their order
  /// Of a triple in the first row: 0 if it is 345, 1 if it is 678, else 2 and then each third
  /// number.
  std::uint8_t first;
  /// Of a triple in the second row, if the one above is mixed: the number of the first row that is
  /// not with the two others of its row.
  std::uint8_t second;
};

/// The look-up tables of the kernel. Read-only; 600 KiB.
struct BandTables {
  Triple triples[9 * 9 * 9];  // by 81 a + 9 b + c
  /// By the orders of three triples of a box, one below the other: which of 36 ways the two lower
  /// ones stand in, once the columns have been sorted by the first.
  std::uint8_t lower_orders[6][6][6];
  /// By the orders of the first triples of the second and third box: the columns in the order that
  /// sorts both, as BandMove::columns.
  alignas(16) std::uint8_t sorted_columns[6][6][16];
  BandMove moves[kBandMoves];
  /// By the number of a normal band: its class in the low 16 bits, and above them which of the
  /// moves leads to the smallest band of the class. Classes are ordered by their smallest bands.
  std::uint32_t ways[kNormalBands];
  /// The moves that lead from a class's smallest band to itself are those from
  /// first_automorphism[class] on, up to the next class's.
  std::uint32_t first_automorphism[kBandClasses + 1];
  std::vector<BandMove> automorphisms;
  const BandMove* automorphism_data = nullptr;  ///< the same, for kernels
  std::vector<Band> smallest;                   ///< of each class
};

/// The tables, made at the first call, which takes some 5 ms. Any thread may call this.
const BandTables& band_tables();

}  // namespace puzzled::sudoku::canonical
