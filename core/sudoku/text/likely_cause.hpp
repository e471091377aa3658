// Why a text has no or hardly any puzzles: what it most likely is instead.
#pragma once

#include <string>
#include <string_view>

namespace puzzled::sudoku {

/// `beginning` is the beginning of a text most of whose puzzles are invalid, or that has none.
/// Returns a phrase such as `79 cells: was the column read as a number? …`, which says what to do;
/// empty if nothing is known. The words fit behind `FILE: `.
std::string likely_cause(std::string_view beginning);

}  // namespace puzzled::sudoku
