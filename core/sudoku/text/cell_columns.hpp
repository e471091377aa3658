// Finds the puzzle's columns in a table that has 81 columns of one cell each.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/text/normal_line.hpp"

namespace puzzled::sudoku {

/// The first of 81 fields of one cell each.
struct CellColumns {
  std::optional<std::size_t> begin;
  bool is_ambiguous = false;  // they could begin one field earlier, too
};

/// Finds the 81 fields of a cell each among the fields of some records. Numbers in front of them or
/// behind may look like cells, too: the names tell, or that they count the records, or that clues
/// contradict each other.
class CellColumnsFinder {
 public:
  explicit CellColumnsFinder(const BlankSigns& blanks) : blanks_(blanks) {}

  /// `names` are those of the columns, none if the table has no header; behind `row_name` fields
  /// that have no name. REQUIRES: there is a record.
  CellColumns find(const std::vector<std::vector<std::string_view>>& records,
                   const std::vector<std::string_view>& names, std::size_t row_name);

 private:
  std::size_t contradictions(const std::vector<std::vector<std::string_view>>& records,
                             std::size_t begin);

  const BlankSigns blanks_;
  FieldReader field_;
};

}  // namespace puzzled::sudoku
