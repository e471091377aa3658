// The search that `rate --scale backtracks` counts, by the plainest code: candidates cell by cell,
// rules as core/sudoku/README.md has them, one after the other until none removes anything. It
// shares nothing with the engine.
#pragma once

#include <cstdint>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// How often the search guesses until it has a solution. REQUIRES: the puzzle has one.
std::uint32_t guesses_by_definition(const Grid& puzzle);

}  // namespace puzzled::sudoku
