// One puzzle read from text: its grid, or an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// A place in a block of text, both counted from 1.
struct TextPlace {
  std::uint32_t line = 1;    ///< within the block
  std::uint32_t column = 1;  ///< in bytes
};

struct PuzzleText {
  Grid grid;          ///< means nothing if there is an error
  std::string error;  ///< empty for a well-formed puzzle; else the reason, one line of plain ASCII
  TextPlace place;    ///< of the error; else of the first cell, if all of them stand in one line
  /// Of a board that is in error only for readers of plain puzzles: a line that states it, with its
  /// rules, as readers of boards with rules take it. Else empty.
  std::string rule_line;

  bool has_rule_line() const { return !rule_line.empty(); }
};

/// Which of the numbers that are read as blanks a board has. With -1 for blanks, 0 is a digit to
/// whoever counts them from 0: then all are one more than they seem.
struct BlankNumbers {
  bool minus_one = false;
  bool zero = false;

  bool are_mixed() const { return minus_one && zero; }
  BlankNumbers& operator|=(BlankNumbers other) {
    minus_one = minus_one || other.minus_one;
    zero = zero || other.zero;
    return *this;
  }
};
/// The reason for refusing such a board.
inline constexpr std::string_view kMixedBlanks =
    "-1 is a blank and 0 a digit: add 1 to every number, so that 0 is blank";

/// The error of a board that has candidates and no clue: they are the puzzle. Who knows only
/// puzzles of 81 cells refuses it for that reason.
inline constexpr std::string_view kOnlyCandidates =
    "candidates without any clue: a Sukaku is read by `solve` alone, as boards with rules are";

/// Settles what candidates mean for a board that has some. Beside clues they mean nothing; without
/// any it is a Sukaku, or refused if they do not say all. `of_cells`: bit d-1 for the digit d, 0
/// for a cell without; empty if only those are known that are deleted.
void settle_candidates(std::span<const std::uint16_t> of_cells, PuzzleText& puzzle);

/// Reads a puzzle from the 81 cells at the beginning of `field`, which stands at `place`. The last
/// cell must be followed by nothing or by a character that ends_cells().
void read_puzzle(std::string_view field, TextPlace place, PuzzleText& puzzle);

/// The same for a line (without its line end) that begins with the cells: one that is longer than
/// kMaxLineBytes is no puzzle.
void read_puzzle_line(std::string_view line, std::uint32_t number, PuzzleText& puzzle);

/// `1 cell`, `80 cells`.
std::string counted_cells(std::size_t cells);

/// A character as an error shows it: 'a', or 0x07 if it is not printable.
std::string quoted(char c);

}  // namespace puzzled::sudoku
