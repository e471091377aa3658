// Where a block of a stream begins: what its reader must know of the text before it.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/sudoku/text/lines.hpp"

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
