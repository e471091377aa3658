// The template bound, and what else the search of target Sudoku asks of vectors.
#include "core/target/bound/kernel.hpp"

#include "core/target/bound/evaluate.hpp"
#include "core/target/bound/lose.hpp"
#include "core/target/bound/weigh.hpp"

namespace puzzled::target::bound::PUZZLED_LEVEL {

constinit const Kernel kKernel{
    .evaluate = evaluate, .aim = aim, .move = move, .weigh = weigh, .room = room, .lose = lose};

}  // namespace puzzled::target::bound::PUZZLED_LEVEL
