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

  Buffer states;       ///< before a row is laid
  Buffer next_states;  ///< behind it
  Buffer choices;      ///< of the smallest row
  /// Makes a buffer larger, at least twice, and keeps what it holds.
  void (*grow)(Buffer& buffer) = nullptr;
};

struct Kernel {
  /// Finds the canonical form of the 81 digits at `cells`, and of how many orders of its rows and
  /// columns, with and without transposition, it is the result. The bytes of `form` behind the
  /// 81st, up to kWritableBytes, are unspecified.
  std::uint32_t (*find)(const std::uint8_t* cells, Workspace& workspace, std::uint8_t* form);

  /// The same of a full grid, and all ways that lead to the form; there is room for kMaxGridWays.
  std::uint32_t (*find_of_grid)(const std::uint8_t* cells, const BandTables& tables, GridWay* ways,
                                std::uint8_t* form);
};

inline constexpr int kWritableBytes = 88;

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::canonical
