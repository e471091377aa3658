// Puzzle files for the benchmark programs: read as `puzzled solve` reads them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/sudoku/grid.hpp"

namespace puzzled::bench {

/// The puzzles of a file in any form, in order; nothing in the place of one that is malformed.
/// Ends the program, with a message, when the file cannot be read.
std::vector<std::optional<sudoku::Grid>> read_puzzles(const std::string& path);

}  // namespace puzzled::bench
