// Boards of SudokuPad: `scl…`, `ctc…` or `fpuz…` and a packed text, alone or in a link to
// sudokupad.app, and the JSON within.
#pragma once

#include <string_view>

#include "core/json_value.hpp"
#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Givens, regions, cages and the rules that are named in `global`. SudokuPad draws all others: a
/// board with anything drawn is refused, and so is each member that is not known, by its name.
/// Titles and prose, also that of rules, are passed over.
///
/// `fpuz…` holds a board of f-puzzles. Links to puzzles that are stored elsewhere are refused.
Result<Puzzle> read_scl(std::string_view text);

/// The same, of JSON that was parsed.
Result<Puzzle> read_scl(const JsonValue& board);

}  // namespace puzzled::variants
