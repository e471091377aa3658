#include "core/sudoku/tools/minimal_tool.hpp"

#include <string>

#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {

std::string minimal_answer(const Redundancy& redundancy) {
  if (redundancy.solutions != 1) return redundancy.solutions == 0 ? "unsolvable" : "multiple";
  if (redundancy.redundant.none()) return "minimal";
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    if (!redundancy.redundant[static_cast<std::size_t>(cell)]) continue;
    if (!text.empty()) text += ' ';
    text += name_of_cell(cell);
  }
  return text;
}

void MinimalTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  results_.resize(lines.puzzles().size());
  finder_.find(lines.puzzles(), results_);
  in_order(lines, answers, [&](std::size_t puzzle) {
    if (options_.lists && results_[puzzle].solutions == 1) {
      list(lines.puzzles()[puzzle], answers.text);
    } else {
      answers.text.append(minimal_answer(results_[puzzle]));
      answers.text.append("\n");
    }
  });
}

void MinimalTool::list(const Grid& puzzle, TextBuffer& text) {
  for (const Grid& found : minimal_sub_puzzles(puzzle, options_.most, finder_).puzzles) {
    append_line(text, found);
  }
}

}  // namespace puzzled::sudoku
