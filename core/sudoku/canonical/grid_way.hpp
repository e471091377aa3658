// A transformation of a full grid to its canonical form.
#pragma once

#include <cstddef>
#include <cstdint>

namespace puzzled::sudoku::canonical {

struct GridWay {
  std::uint8_t columns[16];   ///< position -> which column of the grid, or row if it transposes
  std::uint8_t digits[16]{};  ///< what each digit becomes
  std::uint8_t lines[9];      ///< position -> which row, or column
  std::uint8_t transposes;    ///< 0 or 1
};

/// No grid has more than 648 automorphisms; one more place is for the transformation that is tried.
inline constexpr std::size_t kMaxGridWays = 649;

}  // namespace puzzled::sudoku::canonical
