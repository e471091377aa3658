// The rules for processors with 256-bit vectors, two boards side by side.
#define PUZZLED_RULES_ISA avx2
#define PUZZLED_RULES_BYTES 32
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx2Kernel{.name = "avx2",
                                   .propagate = avx2::propagate_one,
                                   .propagate_all = avx2::propagate_all,
                                   .side_by_side = avx2::kMostBoards};

}  // namespace puzzled::sudoku::rules
