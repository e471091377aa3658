// Boards that have a constraint on each of several lines, as the Interactive Sudoku Solver (ISS)
// stores them.
//
// Whether lines that follow each other are one board is told by what they hold: two lines belong
// together if one of them has a single constraint (core/rule_line.hpp). Lines that each hold a
// whole board have several.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace puzzled::variants {

/// What belongs together at the beginning of a text.
struct ConstraintRun {
  std::size_t size = 0;     ///< bytes, with the last line end; 0: the first line is no constraint
  std::size_t lines = 0;    ///< 1: the first line is a board by itself, if it is one
  std::size_t remarks = 0;  ///< lines of comments among them
  std::size_t extent = 0;   ///< bytes that belong together, though each line may be a board
  bool is_closed = false;   ///< a line behind it, no comment, does not belong to it
  std::string fault{};      ///< why the lines are no board; empty: they are one
};
ConstraintRun constraint_run(std::string_view text);

/// Without line ends, blanks and comments.
std::string join_lines(std::string_view text);

/// Bytes of the lines with which a text begins that go on with a board of such lines.
std::size_t further_lines(std::string_view text);

/// The last place up to `most`, which is behind a line end, where a text may be cut so that no
/// board is on both sides; 0 if there is none. `at_end`: nothing comes behind the text.
std::size_t last_board_end(std::string_view text, std::size_t most, bool at_end);

/// The first place at `from` or behind it, and behind a line end, where a text may be cut so that
/// no board is on both sides. Nothing: there is none, or it takes more text to tell. `begins_line`:
/// the text does not begin within a line.
std::optional<std::size_t> first_board_end(std::string_view text, std::size_t from,
                                           bool begins_line, bool at_end);

}  // namespace puzzled::variants
