// Where a stream of puzzles may be cut into blocks that can be answered independently of each
// other. The cut never depends on anything but the text, so neither do the answers.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// A block has no more lines that may be answered, so that answers longer than their lines stay
/// within bounds, too.
inline constexpr std::size_t kMaxBlockLines = 16384;

struct BlockCut {
  std::size_t size = 0;     ///< bytes of the block; 0: no cut is possible yet, more text is needed
  BlockContext next;        ///< for the text behind the cut
  bool ended = false;       ///< the block's last line is `end`: nothing behind it counts
  bool has_quotes = false;  ///< the block is of a table: TextForm::has_quotes
  bool is_full = false;     ///< it ended for its number of lines: the rest may hold more blocks
  std::size_t plain_lines = 0;  ///< the block begins with as many, at least: TextForm::plain_lines
};

/// Finds the last place in `text` at which a block may end.
///
/// `text` begins where `context` says; `at_end` says that the stream ends with it. A block ends
/// between puzzles: at a line end, or within a long list. When there is no such place, text longer
/// than kMaxLineBytes (where puzzles take several lines: `full`, the most that can be held) is cut
/// anyway, and the context carries over that the rest of the line (of the board) needs no answer of
/// its own.
///
/// With a counter, plain lines at the beginning are looked at once, by it; a PuzzleReader that is
/// told of them (TextForm) does not look again.
BlockCut cut_block(std::string_view text, const TextForm& form, const BlockContext& context,
                   bool at_end, bool full, PlainLineCounter count_plain_lines = nullptr);

}  // namespace puzzled::sudoku
