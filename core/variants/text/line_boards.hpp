// Boards on a line that forums have used: killers and jigsaws of two kinds, and candidates.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// A board without clues, with the usual boxes if there are some.
Puzzle empty_line_board(int size);

/// 81 characters: a sum (0-9, A-Z from 10, a-j from 36; 0: any) in one cell of each cage, and in
/// its others an arrow towards it: `<` `>` `^` `v`, and to the corners ``` ` ' , . ``` A line with
/// fewer than nine arrows, points aside, is a spoilt grid, and so is one that may have them for its
/// blanks: up to 64 of one kind.
bool is_short_killer(std::string_view text);
Result<Puzzle> read_short_killer(std::string_view text);

/// `3x3::k:` and 81 numbers, each with `:` behind it: 256 times the sum of its cage, and the number
/// of the cage. A `d` between the first colons adds both diagonals.
bool is_long_killer(std::string_view text);
Result<Puzzle> read_long_killer(std::string_view text);

/// Twice as many characters as cells: the clues, and of each cell its piece; or two fields of as
/// many characters as cells, in either order, beside which numbers and a full grid may stand
/// (core/region_map.hpp). Values above 9 are letters, from A for 1.
bool is_jigsaw_line(std::string_view text);
Result<Puzzle> read_jigsaw_line(std::string_view text);

/// Of each cell all values that it may hold, in as many characters as there are values: 729 for
/// 9x9. Sizes are 5 to 9; other characters are `.` or 0.
bool is_candidate_line(std::string_view text);
Result<Puzzle> read_candidate_line(std::string_view text);

/// `SumoCueV1` and for each cell `=` and the sum of the cage that it begins (a cage of one cell is
/// a clue, 0 is none), or `+` and a cell of its cage, from 0; behind it perhaps `J` and its region.
bool is_sumocue(std::string_view text);
Result<Puzzle> read_sumocue(std::string_view text);

}  // namespace puzzled::variants
