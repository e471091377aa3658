// Reads the puzzle in a field of a table, in any form: 81 characters, separated integers, nine rows
// on several lines, or a list in brackets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/line_content.hpp"

namespace puzzled::sudoku {

class FieldReader {
 public:
  /// True if `field` is 81 cells and nothing else.
  bool read(std::string_view field, const BlankSigns& blanks);

  const Grid& grid() const { return grid_; }
  /// Whether no cell is blank: it is a solution if a puzzle stands beside it.
  bool is_full() const;
  /// As settle_candidates() takes them; none if no cell has any.
  std::span<const std::uint16_t> candidates() const { return candidates_; }
  /// Of its cells.
  BlankNumbers blank_numbers() const { return blank_numbers_; }
  /// The cells stand side by side.
  bool is_contiguous() const { return is_contiguous_; }
  /// Offset in the field of each cell.
  std::span<const std::uint32_t> offsets() const { return offsets_; }

  /// Why the last field is not a puzzle, and at which offset.
  const std::string& reason() const { return reason_; }
  std::size_t fault_offset() const { return fault_offset_; }

 private:
  bool is_alone(std::string_view field) const;
  bool read_list(std::string_view field, const BlankSigns& blanks);

  LineContent content_;
  Grid grid_;
  bool is_contiguous_ = false;
  BlankNumbers blank_numbers_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint16_t> candidates_;
  std::string text_;
  std::string reason_;
  std::size_t fault_offset_ = 0;
};

}  // namespace puzzled::sudoku
