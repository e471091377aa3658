// Makes puzzles with exactly one solution, from random full grids. Puzzle number i of a sequence
// depends on the settings and on i alone, so any number of threads may share the work and the
// result is the same.
#pragma once

#include <cstdint>
#include <optional>

#include "core/stop.hpp"
#include "core/sudoku/generator_settings.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/cell_set.hpp"

namespace puzzled::sudoku {

/// Puzzle number `index` of the sequence. Without `clues` and `minimal` the number of clues is
/// uniform from 24 to 36.
///
/// REQUIRES: supports(settings).
Grid generate_puzzle(const GeneratorSettings& settings, std::uint64_t index);

/// A puzzle with clues in exactly these cells, or nothing if a random walk of bounded length finds
/// none. For patterns that have such puzzles it seldom fails with 24 cells or more, and often with
/// 20 or fewer. It depends on the pattern and the two numbers alone, unless `stop` becomes true:
/// then the result may be nothing.
std::optional<Grid> generate_with_pattern(const CellSet& pattern, std::uint64_t seed,
                                          std::uint64_t index, const StopFlag& stop);

}  // namespace puzzled::sudoku
