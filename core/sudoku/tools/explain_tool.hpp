// `puzzled explain`: the steps that solve the puzzles of a block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/tools/explanation_writer.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

/// As text: the rating, a tab, and the line as it came; then, as JSON all there is, what
/// append_explanation() writes. Puzzles are counted by their level.
class ExplainTool final : public LineTool {
 public:
  explicit ExplainTool(const ExplainOptions& options)
      : options_(options), explainer_(options.isa) {}

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  void append_invalid(std::string_view reason, std::string_view line,
                      ToolAnswers& answers) const override;

  const ExplainOptions options_;
  explain::Explainer explainer_;
  std::string text_;  // of one puzzle
};

}  // namespace puzzled::sudoku
