// Puzzles as boards of SudokuPad.
#pragma once

#include <string>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// JSON on one line: clues, regions, cages, sums, extra regions (as cages), anti-knight, anti-king,
/// nonconsecutive. All other kinds are refused by name, for they could only be drawn. REQUIRES:
/// reduce(puzzle) succeeds.
Result<std::string> write_scl_json(const Puzzle& puzzle);

/// `https://sudokupad.app/scl…`.
Result<std::string> write_scl_link(const Puzzle& puzzle);

}  // namespace puzzled::variants
