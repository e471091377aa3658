// `puzzled solve --npy`: puzzles and their solutions as rows of arrays.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/search_limits.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct ArrayOptions {
  const Engine* engine = &all_engines().front();  ///< never null
  std::string_view isa{};                         ///< empty for the best
  SearchLimits limits{};                          ///< of one solution
};

/// The answer to a puzzle is a record of bytes: 81 cells of the puzzle, 81 of its solution, 0 for a
/// blank. A puzzle without a solution has zeros. Lines that are no puzzles have no record.
class ArrayTool final : public LineTool {
 public:
  explicit ArrayTool(const ArrayOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  const ArrayOptions options_;
  std::unique_ptr<Solver> solver_;
  std::vector<Solutions> results_;
};

/// The cells as the bytes of a row.
std::string_view row_bytes(const Grid& grid);

}  // namespace puzzled::sudoku
