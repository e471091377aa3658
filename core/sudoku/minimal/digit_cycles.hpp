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
#include <span>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/cell_set.hpp"

namespace puzzled::sudoku {

/// The cycles of a solution, and which clues are alone in one while clues go, one after another.
class DigitCycles {
 public:
  DigitCycles() = default;
  /// REQUIRES: `solution` is the solution of `puzzle`.
  DigitCycles(const Grid& puzzle, const Grid& solution);

  /// Whether the clue is alone in a cycle.
  bool needs(int cell) const { return alone_[static_cast<std::size_t>(cell)]; }
  /// The clues that are alone in a cycle.
  const CellSet& alone() const { return alone_; }

  /// The clue goes. REQUIRES: it is not alone in a cycle.
  void remove(int cell);
  /// The clues are there again.
  void put_back(std::span<const std::uint8_t> cells);

 private:
  // Of a pair of digits at most four: each has two rows at least.
  static constexpr std::size_t kMaxCycles = 4 * (kSide * (kSide - 1) / 2);
  using OfCell = std::array<std::uint8_t, kSide - 1>;

  void add(std::size_t cell);
  void find_alone();

  std::array<OfCell, kCells> cycles_;  // its numbers, one for each other digit
  // By number of a cycle: how many of its clues are there, in the upper byte, and all of their
  // cells by exclusive or. Of one clue that is its cell.
  std::array<std::uint16_t, kMaxCycles> clues_{};
  CellSet alone_;
};

}  // namespace puzzled::sudoku
