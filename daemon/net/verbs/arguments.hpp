// Reads the arguments of a verb: words, numbers and puzzles; and answers errors if they are wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/net/verbs/request.hpp"

namespace puzzled::net {

/// Drops white space at the front of `text`.
void skip_white_space(std::string_view& text);

/// The word at the front of `text`, which is then cut off together with white space behind it.
std::string_view take_word(std::string_view& text);

/// The decimal number at the front, cut off in the same way and saturated at 2^64 - 1. Nothing if
/// the word is not a number.
std::optional<std::uint64_t> take_number(std::string_view& text);

/// True if the line is answered as a Sudoku line: it is not blank, a comment or `end`.
bool is_sudoku(std::string_view line);

/// Whether the line begins with 81 cells: it costs next to nothing to know what it is.
bool begins_with_puzzle(std::string_view line);

/// Whether a line without a verb is a board of another size than 9x9, or one with its rules. A line
/// that begins with 81 cells is none.
bool is_other_board(std::string_view line);

/// The same, and the lines with rules that begin with 81 cells. REQUIRES: begins_sudoku(line).
bool is_bare_board(std::string_view line);

/// The request becomes a line of the stream, or an error.
void read_sudoku(std::string_view line, std::uint64_t limit, Request& request);

/// The request becomes a search for up to `most` solutions (0: all) of a board of any size, with or
/// without rules of its own, or an error.
void read_board_line(std::string_view line, std::uint64_t most, Request& request);

/// The request becomes a search with the grid in the line, or `invalid`, or an error. Clues that
/// contradict each other are invalid unless `may_conflict`.
void read_grid(std::string_view line, Request& request, bool may_conflict = false);

/// The request is answered by an error.
void refuse(Request& request, ErrorCode code, std::string_view text);

/// The request is answered by the usage of its verb.
void misused(Request& request);

}  // namespace puzzled::net
