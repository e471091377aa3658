// What goes wrong when a digit is put where it does not belong: for people to follow.
#pragma once

#include "core/sudoku/explain/candidate_board.hpp"
#include "core/sudoku/explain/step.hpp"

namespace puzzled::sudoku::explain {

/// Places the assumed digit, and all singles round by round, all of a round at once. Returns the
/// contradiction of round number `rounds`. REQUIRES: there is one in that round, and none before.
Contradiction contradiction_of(const CandidateBoard& board, Candidate assumed, int rounds);

}  // namespace puzzled::sudoku::explain
