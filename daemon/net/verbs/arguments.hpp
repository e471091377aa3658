// How the arguments of a verb are read: words, numbers and puzzles, and what is answered if they
// are none.
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

/// The decimal number at the front, cut off in the same way; too large ones are the largest there
/// is. Nothing if the word is no number.
std::optional<std::uint64_t> take_number(std::string_view& text);

/// True if the line is something that is answered as a Sudoku line: not blank, no comment, no end.
bool is_sudoku(std::string_view line);

/// The request becomes a line of the stream, or an error.
void read_sudoku(std::string_view line, std::uint64_t limit, Request& request);

/// The request becomes a search with the grid in the line, or `invalid`, or an error. Clues that
/// contradict each other are invalid unless `may_conflict`.
void read_grid(std::string_view line, Request& request, bool may_conflict = false);

/// The request is answered by an error.
void refuse(Request& request, ErrorCode code, std::string_view text);

/// The request is answered by the usage of its verb.
void misused(Request& request);

}  // namespace puzzled::net
