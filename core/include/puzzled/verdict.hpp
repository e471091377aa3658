// What is wrong with a grid that somebody proposes as the solution of a Sudoku.
// <puzzled/sudoku.hpp> judges pairs of both.
#pragma once

#include <cstdint>
#include <string>

#include "puzzled/export.h"

namespace puzzled {

/// In the order in which faults are looked for: the first that is found is the verdict.
enum class VerdictKind : std::uint8_t {
  kOk,             ///< a solution
  kInvalidPuzzle,  ///< two clues of the puzzle contradict each other: no grid can be right
  kBlank,          ///< a cell of the grid is blank
  kClue,           ///< a cell of the grid is not the clue that the puzzle has there
  kRow,            ///< a row holds a digit twice
  kColumn,
  kBox,
  kNotUnique,  ///< a solution, but not the only one
};

/// Cells are numbered row by row, units from the top and the left, all from 0. Of several cells or
/// units with a fault of a kind the first counts, and the smallest digit in a unit.
struct Verdict {
  VerdictKind kind = VerdictKind::kOk;
  /// kBlank, kClue: the cell; kInvalidPuzzle: the first clue; kRow, kColumn, kBox: which of them.
  std::uint8_t place = 0;
  std::uint8_t other_place = 0;  ///< kInvalidPuzzle: the second clue
  std::uint8_t digit = 0;        ///< that is there twice; kClue: the clue
  std::uint8_t right_cells = 0;  ///< if they were asked for: VerifyOptions

  bool is_ok() const { return kind == VerdictKind::kOk; }

  /// What puzzled::to_string() writes.
  std::string to_string() const;

  friend constexpr bool operator==(const Verdict&, const Verdict&) = default;
};

/// `ok`, `blank r1c1`, `r3c5 is a clue 7`, `two 4 in box 2`, `not the only solution`,
/// `invalid clues r1c1 and r1c4 are both 5`.
PUZZLED_API std::string to_string(const Verdict& verdict);

inline std::string Verdict::to_string() const {
  return puzzled::to_string(*this);
}

}  // namespace puzzled
