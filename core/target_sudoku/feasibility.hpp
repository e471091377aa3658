// Some solution of a board, whatever its score: for boards whose score is settled, and for a first
// grid where nothing better finds one.
#pragma once

#include <optional>

#include "core/target_sudoku/board.hpp"

namespace puzzled::target {

/// Some solution of the board; nothing if it has none.
std::optional<Grid> find_solution(BandBoard board, const sudoku::rules::Kernel& rules);

}  // namespace puzzled::target
