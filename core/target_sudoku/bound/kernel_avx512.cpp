// The template bound for processors with 512-bit vectors.
#define PUZZLED_BOUND_ISA avx512
#define PUZZLED_BOUND_BYTES 64
#include "core/target_sudoku/bound/evaluate.hpp"
#include "core/target_sudoku/bound/lose.hpp"
#include "core/target_sudoku/bound/weigh.hpp"

namespace puzzled::target::bound {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx512Kernel{.name = "avx512",
                                     .evaluate = avx512::evaluate,
                                     .aim = avx512::aim,
                                     .move = avx512::move,
                                     .weigh = avx512::weigh,
                                     .room = avx512::room,
                                     .lose = avx512::lose};

}  // namespace puzzled::target::bound
