// The state in which a block of a stream begins: what its reader must know of the text before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rule_members.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {

/// The kind of text before: it decides what a damaged line was meant to be.
enum class PrecedingText : std::uint8_t { kNothing, kLines, kBoards };

/// The last grid of the current list, or under a name, that is, on a line or in a list with words
/// in front. Its solution may come next.
struct BesideGrid {
  Grid grid;
  std::uint64_t name = 0;  ///< 0: none, in the list at hand
};

/// Rules beside the puzzles of a list. A record is an object with the objects that are its members;
/// depths are those of its first bracket, 0 for none.
struct RecordRules {
  std::uint64_t objects = 0;   ///< bit d-1: the open bracket of depth d is that of an object
  std::uint32_t depth = 0;     ///< of the outermost record at hand that states rules
  BareName member{};           ///< that states them
  bool is_sure = false;        ///< its name alone says that they are rules
  bool is_told = false;        ///< a puzzle has been refused for them
  std::uint32_t held = 0;      ///< of the record whose puzzle waits for its end
  std::uint32_t released = 0;  ///< of one with several puzzles, which do not wait

  MemberUse use = MemberUse::kOther;  ///< of the member at hand, whose value has not ended
  std::uint32_t use_depth = 0;        ///< of the object that it belongs to
  BareName name{};                    ///< the member's
};

/// Within the brackets of a list that goes on over several lines, such as JSON.
struct ListContext {
  std::uint32_t depth = 0;       ///< of brackets that are open; 0: in no list
  std::uint64_t key = 0;         ///< of the member at hand (key_hash()), 0 for none
  std::uint64_t puzzle_key = 0;  ///< of the member that was the puzzle of the object at hand
  std::uint64_t bad_key = 0;     ///< of the member of the record at hand whose rows were damaged
  bool has_answer = false;       ///< the record at hand has had its puzzle
  bool has_member = false;       ///< the record at hand has had a member
  bool is_line = false;          ///< no list, but a long line in another syntax
  bool has_others = false;       ///< the innermost list holds what is no cell
  std::uint32_t braces = 0;      ///< of the open brackets, those of objects
  std::uint64_t name = 0;        ///< of the words in front of the list
  std::uint32_t column = 0;      ///< bytes of the line before the block
  bool line_has_cells = false;   ///< they have been counted as answered, not as decoration
  RecordRules rules{};
};

/// What a block must know of the text before it. All defaults at the beginning of a stream.
struct BlockContext {
  bool begins_stream = true;   ///< a byte order mark may come first
  bool begins_content = true;  ///< nothing but blank lines, comments and titles yet
  bool inside_line = false;    ///< begins within an overlong line that has been answered
  bool begins_board = false;   ///< a number came last: perhaps that of the board that follows
  PrecedingText preceding_text = PrecedingText::kNothing;
  int answered_rows = 0;            ///< rows gone by of a board that has been answered
  std::uint64_t section = 0;        ///< of a heading such as `[Puzzle]` that came last
  bool is_title = false;            ///< that heading is no section in brackets
  std::uint64_t board_section = 0;  ///< that of the last board, which is section_board
  Grid section_board{};
  std::optional<BesideGrid> beside{};
  ListContext list{};
};

struct BlockStart {
  std::string_view text;        ///< of the block, from its first line on
  std::uint32_t line_ends = 0;  ///< dropped before it: 0 or 1
  bool is_within_line = false;  ///< all of the block belongs to an overlong line
};

/// Drops what comes before a block's first line: the rest of an overlong line that has been
/// answered, or a byte order mark.
inline BlockStart start_of_block(std::string_view block, const BlockContext& context) {
  if (context.inside_line) {
    const std::size_t newline = block.find('\n');
    if (newline == std::string_view::npos) return {.text = {}, .is_within_line = true};
    return {.text = block.substr(newline + 1), .line_ends = 1};
  }
  return {.text = context.begins_stream ? without_byte_order_mark(block) : block};
}

}  // namespace puzzled::sudoku
