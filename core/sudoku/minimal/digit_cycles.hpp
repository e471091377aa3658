// Clues that a puzzle needs, seen from its solution alone. The cells of two digits fall into
// cycles: each row, column and box that has one cell of a cycle has another one. To exchange the
// two digits in a cycle gives another full grid, so a puzzle with one solution has a clue in each.
// A clue that is the only one in a cycle cannot go.
//
// (Such cycles are the simplest of the unavoidable sets: McGuire, Tugemann, Civario, "There is no
// 16-Clue Sudoku", 2012, whose authors draw them from a solution in the same way. Half of the clues
// of minimal puzzles are alone in one.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/cell_set.hpp"

namespace puzzled::sudoku {

/// The clues that are alone in a cycle. `solution`: 81 digits as characters.
/// REQUIRES: it is the solution of `puzzle`.
CellSet clues_alone_in_cycle(const Grid& puzzle, const char* solution);

/// How many clues the cycles of a solution have while clues go, one after another.
class DigitCycles {
 public:
  DigitCycles() = default;
  /// REQUIRES: `solution` is the solution of `puzzle`.
  DigitCycles(const Grid& puzzle, const Grid& solution);

  /// Whether the clue is alone in a cycle.
  bool needs(int cell) const;
  /// The clue goes.
  void remove(int cell);
  /// It is there again.
  void put_back(int cell);

 private:
  // Of a pair of digits at most four: each has two rows at least.
  static constexpr std::size_t kMaxCycles = 4 * (kSide * (kSide - 1) / 2);
  using OfCell = std::array<std::uint8_t, kSide - 1>;

  std::array<OfCell, kCells> cycles_;           // its numbers, one for each other digit
  std::array<std::uint8_t, kMaxCycles> clues_;  // by number, how many
};

}  // namespace puzzled::sudoku
