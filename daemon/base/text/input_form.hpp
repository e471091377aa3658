// What the user says of the form of the inputs.
#pragma once

#include <optional>
#include <string>

#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"

namespace puzzled {

struct InputForm {
  std::string format = "auto";  ///< one of kFormNames
  std::string column;           ///< of a table: name or number, from 1; empty: found by content
  std::string blank;            ///< further signs for blanks
  bool each_line = false;       ///< FormRequest::each_line
  bool pairs = false;           ///< FormRequest::pairs
  std::string grid_column;      ///< of pairs: as `column`
  /// Boards of other sizes and rules are looked for, too.
  std::optional<variants::BoardRequest> boards{};

  /// Refers to this. REQUIRES: BlankSigns::are_valid(blank).
  sudoku::FormRequest request() const {
    return {.name = format,
            .column = column,
            .blanks = sudoku::BlankSigns(blank),
            .each_line = each_line,
            .pairs = pairs,
            .grid_column = grid_column};
  }
};

}  // namespace puzzled
