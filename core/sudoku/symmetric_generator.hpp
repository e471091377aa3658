// Makes puzzles whose clues stand symmetrically.
#pragma once

#include <cstdint>
#include <optional>

#include "core/sudoku/generator_settings.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/symmetry.hpp"

namespace puzzled::sudoku {

/// Puzzle number `index` of the sequence: `settings` as generate_puzzle() takes them, but that
/// minimal means that no *orbit* can go, the clues that the symmetry exchanges with each other.
/// Without `clues` there are as many as the default asks for, or the fewest above it that the
/// symmetry and the solution allow. With `clues` some numbers yield nothing.
/// REQUIRES: supports(settings).
std::optional<Grid> generate_symmetric(const GeneratorSettings& settings, Symmetry symmetry,
                                       std::uint64_t index);

}  // namespace puzzled::sudoku
