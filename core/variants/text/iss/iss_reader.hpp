// The constraint strings of the Interactive Sudoku Solver (ISS, github.com/sigh): a board on a
// line, as `.Shape~6x6.Cage~7~R1C1~R1C2.~R3C4_5`.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Rules are read as ISS means them, in the order of the text. Its names that have no kind of rule
/// here, boards that are not square and values that are not 1 to n are refused by name. Beside its
/// names there are some of ours, for rules that it has no name for (`.Odd~R1C1~R2C2`). Rows and
/// columns go on with h for 17 where ISS ends, so that boards up to 25x25 can be written.
Result<Puzzle> read_iss(std::string_view text);

}  // namespace puzzled::variants
