// Answers as text: a line, a JSON object, a board of nine rows, or a drawing for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// How answers are written.
enum class AnswerStyle {
  kAuto,          ///< at limit 1, bare boards are answered in their own form; all else by kLine
  kLine,          ///< one line an answer
  kJson,          ///< one JSON object an answer, on a line
  kBoard,         ///< a solution as nine rows of nine digits
  kIntegers,      ///< a solution as nine rows of nine digits with spaces between them
  kPretty,        ///< drawn with box lines, clues in brackets
  kPrettyColour,  ///< drawn with box lines, clues bold (terminal escape sequences)
};

/// Whether every answer is one line that holds its solution as 81 digits side by side.
constexpr bool is_one_line(AnswerStyle style) {
  return style == AnswerStyle::kLine || style == AnswerStyle::kJson;
}

/// Appends the grid as 81 characters, blanks as `.`.
void append_cells(std::string& text, const Grid& grid);

/// The most bytes that put_count() writes.
constexpr std::size_t count_room(std::uint64_t limit) {
  if (limit == 1) return 0;
  return limit > 0 && limit < 10 ? 2 : 21;
}

/// Writes what stands in front of a solution in a line: the count and a tab; with a limit of 1
/// nothing. Returns its end.
char* put_count(char* to, std::uint64_t count, std::uint64_t limit);

/// Appends the answer to `puzzle`, ending in a line feed. With a limit of 1: the solution in the
/// given style, or `unsolvable`; with any other: the count, then the solution or `-`. With any
/// limit: `timeout` where time ran out. kAuto is kLine.
/// With kJson: its object, as json_answer.hpp says.
void append_answer(std::string& text, const Grid& puzzle, const Solutions& found,
                   std::uint64_t limit, AnswerStyle style);

}  // namespace puzzled::sudoku
