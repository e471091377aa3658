// Finds where a puzzle and the grid that is proposed for it stand on the lines of a text: by the
// names of columns or members where there are some, else by what looks like 81 cells.
#pragma once

#include <optional>

#include "core/sudoku/text/table_finder.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// The form of pairs (TextForm::pairs). Nothing: more text is needed.
/// REQUIRES: `head` has neither a byte order mark nor blank lines in front.
std::optional<TextForm> find_pairs(StreamHead head, const FormRequest& request);

}  // namespace puzzled::sudoku
