// The search for the canonical form of a puzzle: see README.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"
#include "core/sudoku/canonical/band_tables.hpp"
#include "core/sudoku/canonical/grid_way.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::canonical {

/// The memory of a search, which grows while a kernel works.
struct Workspace {
  struct Buffer {
    void* data = nullptr;  ///< for vectors of 16 bytes
    std::size_t bytes = 0;
  };

  // Lists by what is tied: nothing, columns, stacks; and one of what waits to branch.
  Buffer states[3];       ///< before a row is laid
  Buffer next_states[4];  ///< behind it
  Buffer choices[3];      ///< of lines for the row
  /// Makes a buffer larger, at least twice and to `bytes`, and keeps what it holds.
  void (*grow)(Buffer& buffer, std::size_t bytes) = nullptr;
};

/// How many puzzles a kernel looks at side by side.
inline constexpr std::size_t kMaxPuzzles = 64;

inline constexpr int kWritableBytes = 88;

struct Form {
  std::uint8_t digits[kWritableBytes];  ///< 81; the rest is unspecified
  /// Of how many orders of rows and columns, with and without transposition, it is the result.
  std::uint32_t automorphisms;
};

struct Kernel {
  /// Finds the canonical forms of puzzles, 81 digits each. REQUIRES: `puzzles` is in
  /// 1..kMaxPuzzles.
  void (*find)(const std::uint8_t* cells, std::size_t puzzles, Workspace& workspace, Form* forms);

  /// Finds the form of a full grid, of kWritableBytes, and all ways that lead to it, which it
  /// counts; there is room for kMaxGridWays.
  std::uint32_t (*find_of_grid)(const std::uint8_t* cells, const BandTables& tables, GridWay* ways,
                                std::uint8_t* form);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::canonical
