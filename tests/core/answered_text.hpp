// A puzzle in the forms that texts may have it, and the answers to a text, for the tests of both.
#pragma once

#include <cstdint>
#include <string>

#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"  // whose Item::kPuzzle would shadow ours below
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

inline const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

inline AnswerOptions options(std::uint64_t limit = 1) {
  return {.engine = find_engine("band"),
          .isa = {},
          .limits = {.solutions = limit},
          .style = AnswerStyle::kAuto};
}

/// Answers a whole stream as one block.
inline BlockAnswers answered(const std::string& text, std::uint64_t limit = 1) {
  BlockAnswers answers;
  BlockSolver(options(limit)).answer(text, *detect_form(text, true), {}, answers);
  return answers;
}

inline std::string in_rows(const std::string& cells, const std::string& gap = "",
                           const std::string& line_end = "\n") {
  std::string text;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cell % 9 != 0) text += gap;
    text += cells[cell];
    if (cell % 9 == 8) text += line_end;
  }
  return text;
}

inline std::string with_cell(std::string cells, std::size_t cell, char value) {
  cells[cell] = value;
  return cells;
}

}  // namespace puzzled::sudoku
