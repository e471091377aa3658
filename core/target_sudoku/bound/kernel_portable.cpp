// The template bound for any processor: SSE2 on any x86-64, NEON on any arm64.
#define PUZZLED_BOUND_ISA portable
#define PUZZLED_BOUND_BYTES 16
#include "core/target_sudoku/bound/evaluate.hpp"
#include "core/target_sudoku/bound/lose.hpp"
#include "core/target_sudoku/bound/weigh.hpp"

namespace puzzled::target::bound {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kPortableKernel{.name = "portable",
                                       .evaluate = portable::evaluate,
                                       .aim = portable::aim,
                                       .move = portable::move,
                                       .weigh = portable::weigh,
                                       .room = portable::room,
                                       .lose = portable::lose};

}  // namespace puzzled::target::bound
