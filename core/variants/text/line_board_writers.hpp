// Puzzles as boards on a line that forums have used (line_boards.hpp). Each form holds few rules:
// what it has no room for is refused. REQUIRES, of all: reduce(puzzle) succeeds.
#pragma once

#include <string>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/text/notation.hpp"

namespace puzzled::variants {

/// Cages with sums up to 45 or none, whose cells touch each other at sides or corners. A cell that
/// is in none is written as a cage of its own, without a sum.
Result<std::string> write_short_killer(const Puzzle& puzzle);

/// Cages with sums, and both diagonals or none.
Result<std::string> write_long_killer(const Puzzle& puzzle);

/// Clues, and pieces that are as large as a row.
Result<std::string> write_jigsaw_line(const Puzzle& puzzle);

/// Clues in that notation, `.` for blanks; numbers are apart. Rules and regions have no room in it:
/// they are passed over.
std::string write_clue_line(const Puzzle& puzzle, const Notation& notation);

/// What cells may hold, for sizes 5 to 9 with the usual boxes.
Result<std::string> write_candidate_line(const Puzzle& puzzle);

}  // namespace puzzled::variants
