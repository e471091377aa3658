// Finds two clues that contradict each other directly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Two cells of one row, column or box that hold the same digit; first_cell < second_cell.
struct Conflict {
  int first_cell;
  int second_cell;
  std::uint8_t digit;

  friend bool operator==(const Conflict&, const Conflict&) = default;
};

/// Whether some row, column or box of 81 cells holds a digit twice. The low four bits of a cell are
/// its digit or, for a blank, 0 or more than 9: so they are in a Grid, and in the text of a puzzle
/// whose blanks are not X or x.
bool has_conflict(const std::uint8_t* cells);

/// The first conflict in cell order: smallest first cell, then smallest second cell.
///
/// REQUIRES: every digit of `puzzle` is in 0..9. Called for every puzzle, so the usual answer,
/// none, is found without a branch a cell; only a conflict is searched for cell by cell.
std::optional<Conflict> find_conflict(const Grid& puzzle);

/// `r1c1` to `r9c9`.
std::string name_of_cell(int cell);

/// `clues r1c1 and r1c4 are both 5`.
std::string to_text(const Conflict& conflict);

}  // namespace puzzled::sudoku
