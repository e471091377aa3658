// Counts the solutions of a board in whose bands each digit has one mini-row of each box: many at
// once, for its stacks have nothing to do with each other.
#pragma once

#include <cstdint>

#include "core/sudoku/batch/job.hpp"

namespace puzzled::sudoku {

/// The product of the numbers of ways to fill each stack. REQUIRES: each digit has one mini-row of
/// each box, and the rules remove nothing from the board.
std::uint64_t count_by_stacks(const batch::Record& board);

}  // namespace puzzled::sudoku
