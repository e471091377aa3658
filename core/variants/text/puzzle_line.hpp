// Lines that state a board with its rules in one of the forms that other programs write, and lines
// of plain boards, which look like some of these.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Whether a line is in such a form, or is meant to be.
bool is_puzzle_line(std::string_view line);

/// Whether no plain board and no word of a protocol looks like the line: a constraint string, a
/// link, packed text, JSON, and of the older forms those of 9x9.
bool is_certain_puzzle_line(std::string_view line);

/// `size` is that which the board must have; 0: any. REQUIRES: is_puzzle_line(line).
Result<Puzzle> read_puzzle_line(std::string_view line, int size = 0);

}  // namespace puzzled::variants
