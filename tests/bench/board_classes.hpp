// Boards of every density for the benchmark programs, made from a seed by the generator of core:
// the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/sudoku/grid.hpp"

namespace puzzled::bench {

/// What the names of classes mean, for usage texts.
inline constexpr const char* kBoardClasses =
    "  random:N     N clues of a random full grid, 0 to 81\n"
    "  random:A-B   A to B clues\n"
    "  box:N, row:N, band:N\n"
    "               N clues of a random full grid that stand in one box, row or band\n"
    "  dead:N       N clues without a solution, no two of which contradict each other, 9 to 40\n"
    "  wrong        minimal puzzles, a digit of which is another one: most have no solution\n"
    "  two          minimal puzzles without one clue, with two solutions\n"
    "  less:N       minimal puzzles without N of their clues, 0 to 17\n";

/// Boards 0 to `count` - 1 of a class; nothing if there is no class of that name. Some classes take
/// a millisecond a board.
std::optional<std::vector<sudoku::Grid>> make_boards(std::string_view class_name, std::size_t count,
                                                     std::uint64_t seed);

}  // namespace puzzled::bench
