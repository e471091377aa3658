// Where a stream of puzzles may be cut into blocks that can be answered independently of each
// other. The cut never depends on anything but the text, so neither do the answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/text_form.hpp"

namespace puzzled::sudoku {

/// Boards of a stream so far, and how many its first line announces (POJ 2676).
struct BoardCount {
  std::uint64_t lines = 0;  ///< gone by
  std::uint64_t boards = 0;
  std::uint64_t announced = 0;  ///< 0: nothing is announced
  std::uint64_t announced_line = 0;
};

/// What a block must know of the text before it. All defaults at the beginning of a stream.
struct BlockContext {
  bool begins_stream = true;      ///< a byte order mark may come first
  bool count_may_follow = true;   ///< boards: no row has been seen, so a count of boards may come
  bool inside_line = false;       ///< begins within an overlong line that has been answered
  bool skipping_section = false;  ///< boards: within a section other than [Puzzle]
  int answered_rows = 0;          ///< boards: rows gone by of a board that has been answered
  BoardCount board_count{};       ///< boards; their lines and boards count from the stream's first
};

/// A block has no more lines that may be answered, so that answers longer than their lines stay
/// within bounds, too.
inline constexpr std::size_t kMaxBlockLines = 16384;

/// Line feeds in the text.
std::size_t count_lines(std::string_view text);

/// Offset behind line feed number `count`, from 1; npos if there are fewer.
std::size_t end_of_line(std::string_view text, std::uint64_t count);

struct BlockStart {
  std::string_view text;        ///< of the block, from its first line on
  std::uint32_t line_ends = 0;  ///< dropped before it: 0 or 1
  bool is_within_line = false;  ///< all of the block belongs to an overlong line
};

/// Drops what comes before a block's first line: the rest of an overlong line that has been
/// answered, or a byte order mark.
BlockStart start_of_block(std::string_view block, const BlockContext& context);

struct BlockCut {
  std::size_t size = 0;     ///< bytes of the block; 0: no cut is possible yet, more text is needed
  BlockContext next;        ///< for the text behind the cut
  bool ended = false;       ///< the block's last line is `end`: nothing behind it counts
  bool has_quotes = false;  ///< the block is of a table: TextForm::has_quotes
  bool is_full = false;     ///< it ended for its number of lines: the rest may hold more blocks
};

/// Finds the last place in `text` at which a block may end.
///
/// `text` begins where `context` says; `at_end` says that the stream ends with it. A line end (for
/// boards: the end of a board) is preferred; when there is none, text longer than kMaxLineBytes
/// (for boards: `full`, the most that can be held) is cut anyway, and the context carries over
/// that the rest of the line (of the board) needs no answer of its own.
BlockCut cut_block(std::string_view text, const TextForm& form, const BlockContext& context,
                   bool at_end, bool full);

}  // namespace puzzled::sudoku
