// Makes puzzles with exactly one solution whose clues stand in given cells.
#pragma once

#include <cstdint>
#include <optional>

#include "core/stop.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/redundancy.hpp"

namespace puzzled::sudoku {

/// The cells that have clues.
CellSet pattern_of(const Grid& puzzle);

/// A puzzle with clues in exactly these cells, or nothing if a random walk of bounded length finds
/// none. For patterns that have such puzzles it seldom fails with 24 cells or more, and often with
/// 20 or fewer. It depends on the pattern and the two numbers alone, unless `stop` becomes true:
/// then the result may be nothing.
std::optional<Grid> generate_with_pattern(const CellSet& pattern, std::uint64_t seed,
                                          std::uint64_t index, const StopFlag& stop);

}  // namespace puzzled::sudoku
