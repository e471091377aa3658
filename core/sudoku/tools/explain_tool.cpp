#include "core/sudoku/tools/explain_tool.hpp"

namespace puzzled::sudoku {

void ExplainTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  in_order(lines, answers, [&](std::size_t puzzle) {
    const Grid& grid = lines.puzzles()[puzzle];
    const explain::Explanation& found = explainer_.explain(grid, options_.max_steps);
    ++answers.levels[found.rating.level];
    if (!options_.json) {
      answers.text.append(explanation_heading(found, options_));
      append_original(lines, puzzle, answers.text);
    }
    text_.clear();
    append_explanation(text_, grid, found, options_);
    answers.text.append(text_);
  });
}

void ExplainTool::append_invalid(std::string_view reason, std::string_view /*line*/,
                                 ToolAnswers& answers) const {
  std::string text;
  append_unexplained(text, reason, options_);
  answers.text.append(text);
}

}  // namespace puzzled::sudoku
