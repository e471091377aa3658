// The band engine's rules: as many boards side by side as a vector holds.
#include "core/sudoku/rules/kernel.hpp"

#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {

constinit const Kernel kKernel{
    .propagate = propagate_one, .propagate_all = propagate_all, .side_by_side = kMaxBoards};

}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
