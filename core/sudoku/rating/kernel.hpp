// Ratings of hundreds of puzzles at once, one bit each in every plane: see README.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/rating/rating.hpp"

namespace puzzled::sudoku::rating {

/// A puzzle that is to be rated.
struct Item {
  const std::uint8_t* cells = nullptr;  ///< 81 digits, 0..9
  Rating rating{};                      ///< the result
};

struct Kernel {
  std::size_t workspace_bytes;  ///< aligned to 64

  /// Rates puzzles whose clues do not contradict each other directly. A rating of levels 1 to 7
  /// proves that there is exactly one solution; one of level 8 or 9 is valid only if there is.
  void (*rate)(Item* items, std::size_t count, void* workspace);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::rating
