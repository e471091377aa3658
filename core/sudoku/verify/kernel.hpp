// The look at a pair of a puzzle and a grid that every verdict begins with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"

namespace puzzled::sudoku::verify {

/// What a look finds.
enum class Finding : std::uint8_t {
  kOther,   ///< some character is neither a digit nor a point: nothing else is known
  kRight,   ///< the grid is a solution
  kPuzzle,  ///< clues of the puzzle contradict each other
  kBlank,   ///< `place` is the first blank cell
  kClue,    ///< `place` is the first cell that should be a clue
  kUnit,    ///< `place` is the first unit with a digit twice: nine rows, nine columns, nine boxes
};

struct Look {
  Finding finding = Finding::kOther;
  std::uint8_t place = 0;
};

struct Kernel {
  /// Both are 81 characters, of which digits and points are cells. No byte behind them is read.
  Look (*look)(const std::uint8_t* puzzle, const std::uint8_t* grid);
  /// The number of lines at the beginning of `text` that are a puzzle of digits and points, the
  /// separator, a solution of it, and a line feed.
  std::size_t (*count_right)(const std::uint8_t* text, std::size_t size, std::uint8_t separator);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::sudoku::verify
