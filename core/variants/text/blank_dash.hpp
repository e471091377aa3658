// Lines of `-`, `_` or `*` alone: rows of blanks where a board has that sign for its blanks, else
// rulers between its rows.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/variants/text/cell_words.hpp"

namespace puzzled::variants {

/// The sign that lines of dashes must be made of to be rows of a board.
struct BlankDash {
  char sign = 0;          ///< 0: all are rulers
  std::size_t words = 0;  ///< of the board's rows

  /// REQUIRES: `line` has as many cells as a row.
  bool is_row(const CellWords& line) const {
    return line.dash() == 0 || (line.dash() == sign && line.words() == words);
  }
};

/// That of the board of rows with which `text` begins: the board's first row with digits and blanks
/// tells, wherever lines of dashes stand. Where there is none, such lines are rows if they complete
/// the board, and rulers if all of them stand between boxes, or behind every row. Nothing if
/// `is_open`, so that more text comes behind it, and the board is not there to its end.
std::optional<BlankDash> find_blank_dash(std::string_view text, int size, bool as_words,
                                         bool is_open);

/// The first of `-`, `_` and `*` that stands for a blank among `cells`; 0: none.
char dash_among(const std::vector<std::string_view>& cells);

}  // namespace puzzled::variants
