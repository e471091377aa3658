#include "core/sudoku/packed_grid.hpp"

#include <cstring>

namespace puzzled::sudoku {
namespace {

using Bytes = std::uint8_t __attribute__((vector_size(16)));

// Sixteen bytes make 32 cells, `base` added to each.
void write_32_cells(const std::uint8_t* packed, std::uint8_t base, std::uint8_t* cells) {
  Bytes v;
  std::memcpy(&v, packed, sizeof v);
  const Bytes even = (v & 15) + base;
  const Bytes odd = (v >> 4) + base;
  Bytes out[2];
#if defined(__clang__)
  out[0] =
      __builtin_shufflevector(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  out[1] = __builtin_shufflevector(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30,
                                   15, 31);
#else
  out[0] =
      __builtin_shuffle(even, odd, Bytes{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23});
  out[1] = __builtin_shuffle(even, odd,
                             Bytes{8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31});
#endif
  std::memcpy(cells, out, sizeof out);
}

void write_all(const PackedGrid& packed, std::uint8_t base, std::uint8_t* cells) {
  static_assert(kCellsRoom == 2 * sizeof packed.bytes);
  for (int i = 0; i < 3; ++i) write_32_cells(packed.bytes + 16 * i, base, cells + 32 * i);
}

}  // namespace

Grid grid_of(const std::uint8_t* cells) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    // A clue's character and its number have the same low half; that of a blank is 0 or above 9.
    const int low = cells[cell] & 15;
    grid[cell] = static_cast<std::uint8_t>(low <= 9 ? low : 0);
  }
  return grid;
}

PackedGrid pack(const Grid& grid) {
  PackedGrid packed{};
  for (int cell = 0; cell < kCells; ++cell) {
    packed.bytes[cell / 2] |= static_cast<std::uint8_t>(grid[cell] << (cell % 2 * 4));
  }
  return packed;
}

Grid unpack(const PackedGrid& packed) {
  std::uint8_t cells[kCellsRoom];
  write_all(packed, 0, cells);
  Grid grid;
  std::memcpy(grid.digits.data(), cells, kCells);
  return grid;
}

void write_cells(const PackedGrid& packed, char* text) {
  write_all(packed, '0', reinterpret_cast<std::uint8_t*>(text));
}

}  // namespace puzzled::sudoku
