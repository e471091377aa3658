// `puzzled solve --answer table`: the lines of a text again, each with its answer in a new field.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/search_limits.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct TableOptions {
  const Engine* engine = &all_engines().front();  ///< never null
  std::string_view isa{};                         ///< empty for the best
  SearchLimits limits{};  ///< unless 1 solution, the count has a field of its own in front
};

/// Lines that are no puzzles get `invalid REASON` in that field, so that lines stay aligned.
class TableTool final : public LineTool {
 public:
  explicit TableTool(const TableOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  void append_invalid(std::string_view reason, std::string_view line,
                      ToolAnswers& answers) const override;

  const TableOptions options_;
  std::unique_ptr<Solver> solver_;
  std::vector<Solutions> results_;
  const PuzzleLines* lines_ = nullptr;  // that are being answered
};

}  // namespace puzzled::sudoku
