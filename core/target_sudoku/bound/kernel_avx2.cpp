// The template bound for processors with 256-bit vectors.
#define PUZZLED_BOUND_ISA avx2
#define PUZZLED_BOUND_BYTES 32
#include "core/target_sudoku/bound/evaluate.hpp"
#include "core/target_sudoku/bound/lose.hpp"
#include "core/target_sudoku/bound/weigh.hpp"

namespace puzzled::target::bound {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx2Kernel{.name = "avx2",
                                   .evaluate = avx2::evaluate,
                                   .aim = avx2::aim,
                                   .move = avx2::move,
                                   .weigh = avx2::weigh,
                                   .room = avx2::room,
                                   .lose = avx2::lose};

}  // namespace puzzled::target::bound
