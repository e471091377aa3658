// How an answer looks: a line, a board of nine rows, or a drawing for people.
#pragma once

#include <cstdint>
#include <string>

#include "core/sudoku/engines.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/packed_grid.hpp"

namespace puzzled::sudoku {

/// How answers are written.
enum class AnswerStyle {
  kAuto,          ///< kBoard for judge boards at limit 1, kLine for all else
  kLine,          ///< one line an answer
  kBoard,         ///< a solution as nine rows of nine digits
  kPretty,        ///< drawn with box lines, clues in brackets
  kPrettyColour,  ///< drawn with box lines, clues bold (terminal escape sequences)
};

/// Appends the grid as 81 characters, blanks as `.`.
void append_cells(std::string& text, const Grid& grid);

/// Bytes that put_answer_line() may touch: a count of 64 bits, a tab, a grid, a line feed.
inline constexpr std::size_t kLineRoom = 20 + 1 + kCellsRoom;

/// Writes what append_answer() appends in the style kLine to a puzzle with `count` solutions, of
/// which `first` is the first. Returns its end.
char* put_answer_line(char* to, std::uint64_t count, const PackedGrid& first, std::uint64_t limit);

/// Appends the answer to `puzzle`, ending in a line feed. With a limit of 1: the solution in the
/// given style, or `unsolvable`; with any other: the count, then the solution or `-`. With any
/// limit: `timeout` where time ran out. kAuto is kLine.
void append_answer(std::string& text, const Grid& puzzle, const Solutions& found,
                   std::uint64_t limit, AnswerStyle style);

}  // namespace puzzled::sudoku
