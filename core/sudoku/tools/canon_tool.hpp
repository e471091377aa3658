// `puzzled canon`: the canonical forms of the puzzles of a block.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct CanonOptions {
  bool automorphisms = false;  ///< their number follows the form, behind a tab
  /// Use Canonicalizer::find_by_solution(); for puzzles without exactly one solution, the usual
  /// form.
  bool by_solution = false;
  /// Answers have keys. By solution, puzzles with equivalent solutions are one group.
  bool keyed = false;
  bool cell_keys = false;  ///< also one of the puzzle as it came
  bool original = false;   ///< lines as they came, not the forms
  std::string_view isa{};  ///< empty for the best
};

class CanonTool final : public LineTool {
 public:
  explicit CanonTool(const CanonOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  void find_forms(std::span<const Grid> puzzles);
  FormKey group_of(std::size_t puzzle, const FormKey& form);

  const CanonOptions options_;
  Canonicalizer canonicalizer_;
  std::vector<CanonicalForm> forms_;
  // By solutions:
  std::optional<BatchSolver> solver_;
  std::vector<Solutions> solutions_;  // count: 0, 1, or 2 for several
};

}  // namespace puzzled::sudoku
