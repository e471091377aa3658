// `puzzled minimal`: the redundant clues of the puzzles of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct MinimalOptions {
  bool lists = false;       ///< the minimal sub-puzzles instead
  std::size_t most = 1000;  ///< of them for each puzzle, at least 1
  std::string_view isa{};   ///< empty for the best
};

/// Answers `minimal`, or the redundant clues, such as `r1c1 r9c5`; `unsolvable` or
/// `multiple` for a puzzle without exactly one solution. Or lists its minimal sub-puzzles.
class MinimalTool final : public LineTool {
 public:
  explicit MinimalTool(const MinimalOptions& options) : options_(options), finder_(options.isa) {}

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  void list(const Grid& puzzle, TextBuffer& text);

  const MinimalOptions options_;
  RedundancyFinder finder_;
  std::vector<Redundancy> results_;
};

/// The answer to one puzzle, without line feed.
std::string minimal_answer(const Redundancy& redundancy);

}  // namespace puzzled::sudoku
