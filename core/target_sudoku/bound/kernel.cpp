// The template bound, and what else the search of target Sudoku asks of vectors.
#include "core/target_sudoku/bound/kernel.hpp"

#include "core/target_sudoku/bound/branching_scores.hpp"
#include "core/target_sudoku/bound/evaluate.hpp"
#include "core/target_sudoku/bound/matching_loss.hpp"

namespace puzzled::target::bound::PUZZLED_LEVEL {

constinit const Kernel kKernel{.evaluate = evaluate,
                               .subgradient = subgradient,
                               .step = step,
                               .score_branchings = score_branchings,
                               .log2_space = log2_space,
                               .matching_loss = matching_loss};

}  // namespace puzzled::target::bound::PUZZLED_LEVEL
