// The columns of tables: their names, and the puzzle's where there are 81 of one cell each.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/text/normal_line.hpp"

namespace puzzled::sudoku {

/// Whether it is a usual name of a column of puzzles, which only breaks ties.
bool is_usual_name(std::string_view name);

/// `0,1,2,…` or `1,2,3,…`, perhaps behind a name for the numbers of records: what programs call
/// columns that have no names.
bool are_counted(const std::vector<std::string_view>& names);

/// `line` without its first field, or its first word if it has no fields.
std::string_view behind_row_name(std::string_view line);

/// The words of a line of names that are set apart by spaces or borders: `A B C | D E F | G H I`.
std::vector<std::string_view> words_of(std::string_view line);

/// The names of nine columns of a cell each, where they look like cells: `0,1,…,8`; perhaps with
/// one for the names of rows in front. `values` are the fields of the line below.
bool is_board_header(const std::vector<std::string_view>& names,
                     const std::vector<std::string_view>& values);

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
