// `puzzled canon`: the canonical forms of the puzzles of a block.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct CanonOptions {
  bool automorphisms = false;  ///< their number follows the form, behind a tab
  bool keyed = false;          ///< answers have the keys of their forms
  bool original = false;       ///< lines as they came, not the forms
  std::string_view isa{};      ///< empty for the best
};

class CanonTool final : public LineTool {
 public:
  explicit CanonTool(const CanonOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  const CanonOptions options_;
  Canonicalizer canonicalizer_;
};

}  // namespace puzzled::sudoku
