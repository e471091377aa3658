// Where the search that is counted guesses. A digit takes one mini-line in each box of a chute, all
// three in different lines of it: there are six ways to do so, its patterns. The search guesses
// patterns.
#pragma once

#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku::backtracks {

/// Splits an open board: `board` keeps the pattern that is guessed, the returned board the others.
///
/// The chute is the one whose digits have the fewest patterns left in all, unless each has one; of
/// equals the first of bands 1 to 3 and stacks 1 to 3. In it the digit is the one with the fewest
/// patterns, but more than one; of equals the lowest. The guess is the first of its patterns in the
/// order of kPatterns (guess.cpp). With all six patterns left it is the first line for the first
/// box, two patterns, because mini-lines could not say what is left without one of six.
/// REQUIRES: the rules (rules/kernel.hpp) have left `board` open.
BandBoard split_by_guess(BandBoard& board);

}  // namespace puzzled::sudoku::backtracks
