#include "core/sudoku/minimal/cell_set.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace puzzled::sudoku {

CellSet pattern_of(const Grid& puzzle) {
  // Eight cells at a time: the multiplication gathers the lowest bits of eight bytes in the
  // topmost.
  std::array<std::uint64_t, 2> words{};
  for (std::size_t cell = 0; cell + 8 <= kCells; cell += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, &puzzle.digits[cell], sizeof eight);
    const std::uint64_t clues = (eight + 0x7F7F7F7F7F7F7F7FU) >> 7 & 0x0101010101010101U;
    words[cell / 64] |= clues * 0x0102040810204080U >> 56 << cell % 64;
  }
  CellSet pattern = CellSet(words[0]) | CellSet(words[1]) << 64;
  static_assert(kCells % 8 == 1);
  pattern[kCells - 1] = puzzle[kCells - 1] != 0;
  return pattern;
}

}  // namespace puzzled::sudoku
