// What the user says of the form of the inputs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"

namespace puzzled {

/// The LineRefusal of commands that take plain boards of 9x9 alone: of lines that hold a board with
/// rules.
std::string_view refusal_of_rules(std::string_view line);

struct InputForm {
  std::string format = "auto";  ///< one of kFormNames
  std::string column;           ///< of a table: name or number, from 1; empty: found by content
  std::string blank;            ///< further signs for blanks
  bool each_line = false;       ///< FormRequest::each_line
  bool pairs = false;           ///< FormRequest::pairs
  std::string grid_column;      ///< of pairs: as `column`
  /// Boards of other sizes and rules are looked for, too.
  std::optional<variants::BoardRequest> boards{};
  bool refuses_rules = true;  ///< refusal_of_rules() holds

  /// Refers to this. REQUIRES: BlankSigns::are_valid(blank).
  sudoku::FormRequest request() const {
    return {.name = format,
            .column = column,
            .blanks = sudoku::BlankSigns(blank),
            .each_line = each_line,
            .pairs = pairs,
            .grid_column = grid_column,
            .line_refusal = refuses_rules ? &refusal_of_rules : nullptr};
  }
};

}  // namespace puzzled
