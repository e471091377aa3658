// Bit masks decide whether there is a conflict; plain loops then look for it.
#include "core/sudoku/conflict.hpp"

#include <array>
#include <cstddef>

namespace puzzled::sudoku {
namespace {

// Whether some unit holds a digit twice. Bit d of a mask stands for digit d; bit 0, the blanks, may
// repeat: that is cheaper than to skip them, for a branch a cell would mispredict.
bool has_conflict(const Grid& puzzle) {
  std::array<std::uint16_t, kSide> columns{};
  std::uint32_t repeated = 0;
  for (int band = 0; band < 3; ++band) {
    std::array<std::uint32_t, 3> boxes{};
    for (int row = 3 * band; row < 3 * band + 3; ++row) {
      std::uint32_t in_row = 0;
      for (int column = 0; column < kSide; ++column) {
        const std::uint32_t digit = 1U << puzzle[kSide * row + column];
        auto& in_column = columns[static_cast<std::size_t>(column)];
        auto& in_box = boxes[static_cast<std::size_t>(column / 3)];
        repeated |= (in_row | in_column | in_box) & digit;
        in_row |= digit;
        in_column = static_cast<std::uint16_t>(in_column | digit);
        in_box |= digit;
      }
    }
  }
  return (repeated & ~1U) != 0;
}

bool share_a_unit(int a, int b) {
  return row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
}

}  // namespace

std::optional<Conflict> find_conflict(const Grid& puzzle) {
  if (!has_conflict(puzzle)) return std::nullopt;
  for (int first = 0; first < kCells; ++first) {
    if (puzzle[first] == 0) continue;
    for (int second = first + 1; second < kCells; ++second) {
      if (puzzle[second] == puzzle[first] && share_a_unit(first, second)) {
        return Conflict{first, second, puzzle[first]};
      }
    }
  }
  return std::nullopt;
}

}  // namespace puzzled::sudoku
