// `puzzled explain`: the steps that solve the puzzles of a block.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct ExplainOptions {
  std::size_t max_steps = 0;  ///< 0: all
  bool json = false;          ///< an object a step, and one at the end; else lines for people
  bool states = false;        ///< of JSON: the board after each step
  std::string_view isa{};     ///< empty for the best
};

/// As text: the rating, a tab, and the line as it came; a line a step; how it ends, unless it is
/// solved; and an empty line. As JSON: an object a step and one that says how it ends. Puzzles are
/// counted by their level.
class ExplainTool final : public LineTool {
 public:
  explicit ExplainTool(const ExplainOptions& options)
      : options_(options), explainer_(options.isa) {}

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  void append_text(const PuzzleLines& lines, std::size_t puzzle,
                   const explain::Explanation& explanation, TextBuffer& to);
  void append_json(const Grid& puzzle, const explain::Explanation& explanation, TextBuffer& to);
  void append_invalid(std::string_view reason, std::string_view line,
                      ToolAnswers& answers) const override;

  const ExplainOptions options_;
  explain::Explainer explainer_;
  std::string text_;  // of one puzzle
};

}  // namespace puzzled::sudoku
