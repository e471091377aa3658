// The part of shuffling that moves cells, from one line of text to another.
#pragma once

#include <cstdint>

#include "core/simd/kernels.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::shuffle {

/// Bytes that a kernel may write at the copy.
inline constexpr int kWritableBytes = 88;

/// Sixteen bytes for a vector.
struct alignas(16) Places {
  std::uint8_t bytes[16];
};

/// A transformation of characters: rows of tables, so that nothing is written that is read at once
/// as a vector, which takes longer than all else.
struct Moves {
  const Places* rows;     ///< as of Transformation; the last seven are 0
  const Places* columns;  ///< the same
  /// A digit becomes digits[place of the digit], a character; at place 0 is 0.
  const Places* digits;
  const Places* places;  ///< by the low four bits of a character; 0 for blanks
  bool transposes;
};

struct Kernel {
  /// Writes the transformed cells to `to`; false if it cannot, because of some blank X, x, ? or -.
  bool (*transform)(const std::uint8_t* cells, const Moves& moves, char* to);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::shuffle
