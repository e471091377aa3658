// Whether an input of `puzzled send` consists of requests, which are sent unchanged, or of puzzles
// in any form that `puzzled solve` reads.
//
// Blank lines, comments and lines that begin with a puzzle of 81 cells are the same in both. The
// first other line decides: one that is tagged or begins with a verb of the protocol means
// requests. A title or a faulty line decides nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/text/text_form.hpp"

namespace puzzled::net::send {

enum class StreamKind : std::uint8_t { kUndecided, kRequests, kPuzzles };

struct Glance {
  std::size_t bytes = 0;                     ///< of lines that are the same in both
  StreamKind kind = StreamKind::kUndecided;  ///< of what stands behind them
  bool ended = false;                        ///< the last of the lines is `end`
  std::uint64_t bare_lines = 0;              ///< at the beginning: 81 cells and nothing else
  std::size_t bare_bytes = 0;                ///< of them
};

/// Classifies the text of a stream from a line on. `after_puzzles`: puzzles came before it;
/// `complete`: the stream ends with it. kUndecided means that more text is needed; never if it is
/// complete or has sudoku::kMaxFormBytes.
Glance glance_at(std::string_view text, bool complete, bool after_puzzles,
                 const sudoku::FormRequest& request);

}  // namespace puzzled::net::send
