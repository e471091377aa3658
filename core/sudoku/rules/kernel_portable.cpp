// The rules for any processor, one board after another: SSE2 on any x86-64, NEON on any arm64.
#define PUZZLED_RULES_ISA portable
#define PUZZLED_RULES_BYTES 16
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules {

constinit const Kernel kPortableKernel{.name = "portable",
                                       .propagate = portable::propagate_one,
                                       .propagate_all = portable::propagate_all,
                                       .side_by_side = portable::kMostBoards};

}  // namespace puzzled::sudoku::rules
