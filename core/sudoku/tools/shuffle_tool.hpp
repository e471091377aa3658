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
  static constexpr PuzzleLines::PlainGrids kPlainGrids = PuzzleLines::PlainGrids::kLeftOut;

  explicit ShuffleTool(const ShuffleOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  using Offsets = std::array<std::uint32_t, kCells>;
  /// Where a grid stands in its line: its cells side by side from `begin` on or, if `scattered` is
  /// not 0, at offsets_[scattered - 1].
  struct Place {
    std::size_t begin;
    std::size_t scattered = 0;
  };

  void find_grids(std::string_view line, const TextForm& form);
  void find_in_fields(std::string_view line, const TableForm& table, const BlankSigns& blanks);
  bool add_field(std::string_view line, std::string_view field, const BlankSigns& blanks);
  static bool flush_if_long(ToolAnswers& answers);
  void copy(std::string_view line, const RandomCopy& random, TextBuffer& text) const;

  const ShuffleOptions options_;
  const Shuffler shuffler_;
  RandomCopies copies_;
  std::vector<Place> grids_;      // of the line at hand
  std::vector<Offsets> offsets_;  // of those whose cells are scattered
  FieldReader field_;
};

}  // namespace puzzled::sudoku
