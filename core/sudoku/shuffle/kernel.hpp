// The part of shuffling that moves cells, from one line of text to another.
#pragma once

#include <cstdint>

#include "core/simd/kernels.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::shuffle {

/// Bytes that a kernel may write at the copy.
inline constexpr int kWritableBytes = 88;

/// A transformation of characters, for vectors of 16 bytes.
struct Moves {
  alignas(16) std::uint8_t columns[16];     ///< as of Transformation; the last seven are 0
  alignas(16) std::uint8_t characters[16];  ///< what becomes of a character, by its low four bits
  std::uint8_t rows[kSide];
  bool transposes;
};

struct Kernel {
  /// Writes the transformed cells to `to`; false if it cannot, because some cell is X or x.
  bool (*transform)(const std::uint8_t* cells, const Moves& moves, char* to);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::shuffle
