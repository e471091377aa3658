// Whether an input of `puzzled send` consists of requests, which are sent unchanged, or of puzzles
// in any form that `puzzled solve` reads.
//
// Blank lines, comments, lines that begin with a puzzle of 81 cells, and lines that are a board of
// another size or with rules are the same in both. The first other line decides: one that is tagged
// or begins with a verb of the protocol means requests. A title or a faulty line decides nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"

namespace puzzled::net::send {

enum class StreamKind : std::uint8_t { kUndecided, kRequests, kPuzzles };

/// What is known of the stream before the text.
struct GlanceContext {
  bool comes_after_puzzles = false;             ///< of 9x9
  bool looks_for_boards = false;                ///< of other sizes, and nothing is known yet
  const variants::BoardForm* boards = nullptr;  ///< the form of the stream, if it is of these
};

struct Glance {
  std::size_t bytes = 0;                        ///< of lines that are the same in both
  StreamKind kind = StreamKind::kUndecided;     ///< of what stands behind them
  bool ended = false;                           ///< the last of the lines is `end`
  std::uint64_t bare_lines = 0;                 ///< at the beginning: 81 cells and nothing else
  std::size_t bare_bytes = 0;                   ///< of them
  std::optional<variants::BoardForm> boards{};  ///< found: the text is of boards of other sizes
};

/// Classifies the text of a stream from a line on. `complete`: the stream ends with it. kUndecided
/// means that more text is needed; never if it is complete or has sudoku::kMaxFormBytes.
Glance glance_at(std::string_view text, bool complete, GlanceContext context,
                 const sudoku::FormRequest& request);

}  // namespace puzzled::net::send
