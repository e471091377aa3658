// `puzzled shuffle`: random equivalent copies of the puzzles of a block.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct ShuffleOptions {
  std::uint64_t seed = 1;
  std::uint64_t copies = 1;  ///< of each puzzle, at least 1
  std::string_view isa{};    ///< empty for the best
};

/// Copies lines unchanged except for grids of 81 cells: the puzzle and, in a table or behind it,
/// its solution, which gets the same transformation. In tables their cells may be separated, or
/// have a column each.
class ShuffleTool final : public LineTool {
 public:
  explicit ShuffleTool(const ShuffleOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  /// Where the cells of a grid stand in its line.
  struct Cells {
    std::array<std::uint32_t, kCells> offsets{};
    bool is_contiguous = true;
  };

  void find_grids(std::string_view line, const TextForm& form);
  void find_in_fields(std::string_view line, const TableForm& table, const BlankSigns& blanks);
  bool add_field(std::string_view line, std::string_view field, const BlankSigns& blanks);
  static bool flush_if_long(ToolAnswers& answers);
  void copy(std::string_view line, const Transformation& transformation, TextBuffer& text) const;

  const ShuffleOptions options_;
  const Shuffler shuffler_;
  std::vector<Cells> grids_;  // of the line at hand
  FieldReader field_;
};

}  // namespace puzzled::sudoku
