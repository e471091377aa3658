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

  std::size_t probing_bytes;  ///< of the workspace of probe(); aligned to 64

  /// Probes the open candidates of one puzzle once, as level 8 does. `ids` are 81 * (digit - 1) +
  /// cell, rising. Writes those that lead to a contradiction in the fewest rounds to `excluded`,
  /// which has room for `count`, and returns how many they are; `rounds` is how many it took.
  /// REQUIRES: count <= 729.
  int (*probe)(const std::uint16_t* ids, int count, std::uint16_t* excluded, int* rounds,
               void* workspace);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::rating
