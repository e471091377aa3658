// Where a stream of puzzles may be cut into blocks that can be answered independently of each
// other. The cut never depends on anything but the text, so neither do the answers.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// The most lines of a block that may be answered, which bounds answers that are longer than their
/// lines.
inline constexpr std::size_t kMaxBlockLines = 16384;

struct BlockCut {
  std::size_t size = 0;     ///< bytes of the block; 0: no cut is possible yet, more text is needed
  BlockContext next;        ///< for the text behind the cut
  bool ended = false;       ///< the block's last line is `end`: nothing behind it counts
  bool has_quotes = false;  ///< the block is of a table: TextForm::has_quotes
  bool is_full = false;     ///< it ended at the limit of lines: the rest may hold more blocks
  std::size_t plain_lines = 0;  ///< the block begins with as many, at least: TextForm::plain_lines
};

/// Finds the last place in `text` at which a block may end.
///
/// `text` begins where `context` says; `at_end` says that the stream ends with it. A block ends
/// between puzzles: at a line end, or within a long list. When there is no such place, text longer
/// than kMaxLineBytes (where puzzles take several lines: `full`, the most that can be held) is cut
/// anyway, and the context says that the rest of the line (of the board) needs no answer of its
/// own.
///
/// With a counter, plain lines at the beginning are looked at once, by it; a PuzzleReader that is
/// told of them (TextForm) does not look again.
BlockCut cut_block(std::string_view text, const TextForm& form, const BlockContext& context,
                   bool at_end, bool full, PlainLineCounter count_plain_lines = nullptr);

/// The context behind a line that is a puzzle whatever precedes it.
inline constexpr BlockContext kBehindPuzzle{
    .begins_stream = false, .begins_content = false, .preceding_text = PrecedingText::kLines};

/// With so many bytes before `from`, find_part_cut() knows whether it is within a quoted field.
inline constexpr std::size_t kPartLead = 3 * kMaxLineBytes;

/// The first place in `text`, at `from` or behind it, at which a file may be cut into parts that
/// are read by different programs: behind a line end whose line is a puzzle whatever comes before
/// it. A reader of what follows begins with kBehindPuzzle. Nothing if there is no such place.
///
/// The place depends on nothing but the file and `from`. `text` begins at the file's beginning or
/// at least kPartLead bytes before `from`; `begins_file` says which. REQUIRES: the file holds
/// nothing on several lines (Account::spread) but quoted fields.
std::optional<std::size_t> find_part_cut(std::string_view text, std::size_t from,
                                         const TextForm& form, bool begins_file);

}  // namespace puzzled::sudoku
