// The rules for processors with 512-bit vectors, four boards side by side.
#define PUZZLED_RULES_ISA avx512
#define PUZZLED_RULES_BYTES 64
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx512Kernel{.name = "avx512",
                                     .propagate = avx512::propagate_one,
                                     .propagate_all = avx512::propagate_all,
                                     .side_by_side = avx512::kMostBoards};

}  // namespace puzzled::sudoku::rules
