// A proof of the best score that a reader can check with a routine of some dozen lines.
//
//     puzzled certificate 1
//     board 7..9....1…               the clues
//     weights 6 6 6 …                81 integers
//     direction maximize
//     score 2829                     attained by:
//     grid 754938261…
//     bound 2829                     no solution is better
//     scale 256
//     split r1c2                     one proof follows for each digit 1 to 9 in this cell
//     leaf -12 7 0 …                 81 multipliers
//     …
//     end
//
// A leaf proves a bound for the solutions with the board's clues and the digits of the splits above
// it: with weights negated to minimize, scale times a solution's score is at most
//
//     sum of the multipliers + sum over digits d of the best template of d
//
// where a template of d is a set of nine cells, one in each row, column and box, that has all the
// clues d and no other clue, and is worth the sum over its cells of scale * d * weight -
// multiplier. (Every solution is nine templates that cover each cell once.) A digit without a
// template proves that there is no solution.
#pragma once

#include <string>

#include "core/target_sudoku/solver.hpp"

namespace puzzled::target {

/// Solves the board and appends a certificate of the score, whose bound may be larger if `stop` is
/// set early or the proof gets too long; or, for a board without solution, the comment
/// `# unsolvable` and the board. Returns whether there is a solution. `solver` is one for these
/// weights.
bool append_certificate(std::string& text, const Grid& puzzle, const Weights& weights,
                        Direction direction, const Solver& solver, Executor& executor,
                        const StopFlag& stop);

}  // namespace puzzled::target
