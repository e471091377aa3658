// Grids on their way into batches and out of them: cells where they stand in text, and solutions of
// two cells a byte, from which answers are written without a detour.
#pragma once

#include <cstdint>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Cell 2i in the low half of byte i, cell 2i + 1 in the high half; 41 bytes count.
struct alignas(16) PackedGrid {
  std::uint8_t bytes[48];
};

/// The grid at `cells`, 81 of them in row order: characters '1'..'9' or numbers 1..9 for clues;
/// '.', '0', '*', '_' or 0 for blanks. Other values mean nothing.
Grid grid_of(const std::uint8_t* cells);

PackedGrid pack(const Grid& grid);

/// The 81 cells as digits 0..9.
Grid unpack(const PackedGrid& packed);

/// Bytes that write_cells() touches: more than it is asked for.
inline constexpr int kCellsRoom = 96;

/// Writes the 81 cells as characters '0'..'9' to `text`, of whose kCellsRoom bytes those behind the
/// 81st mean nothing.
void write_cells(const PackedGrid& packed, char* text);

}  // namespace puzzled::sudoku
