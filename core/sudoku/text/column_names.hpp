// The names of columns: whether the first line of a table has some.
#pragma once

#include <string_view>
#include <vector>

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

}  // namespace puzzled::sudoku
