// Puzzles as constraint strings of the Interactive Sudoku Solver (ISS).
#pragma once

#include <string>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// One line, without its end. ISS has no names for some kinds, which are written as others that
/// mean the same (kOdd as given candidates, kMinimum as kGreater) or, where there are none, by
/// names of ours, which our reader knows and ISS does not (kDiagonalNonconsecutive, kBoxIndexer).
/// Negative differences and ratios are refused by name. REQUIRES: reduce(puzzle) succeeds.
Result<std::string> write_iss(const Puzzle& puzzle);

}  // namespace puzzled::variants
