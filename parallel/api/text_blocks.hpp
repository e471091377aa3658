// A whole text, cut into blocks that threads read in parallel.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "parallel/api/threads.hpp"

namespace puzzled {

/// Part of a text, as core's readers and solvers take it.
struct BlockOfText {
  std::string_view text;
  sudoku::TextForm form;
  sudoku::BlockContext context;
  std::size_t number = 0;  ///< from 0
  std::size_t begin = 0;   ///< offset in the whole text
};

/// Returns whether the text behind the block is wanted.
using TextBlockWork = std::function<bool(const BlockOfText&, const StopFlag& stop)>;

/// Calls `work` for the blocks of `text` on the threads of `run`; `pieces` says how long a block
/// takes. The form is detected as `puzzled solve` does it. Blocks are cut when a thread wants one,
/// so that their text is in its cache. They begin in rising order, and none begins after `work` has
/// returned false. Returns the offset behind a line `end`, which ends the text, if there is one; an
/// error if the options are wrong, the column that they name does not exist, or the run was
/// stopped.
Result<std::optional<std::size_t>> for_each_text_block(std::string_view text,
                                                       const TextOptions& options,
                                                       const RunOptions& run, Pieces pieces,
                                                       const TextBlockWork& work);

}  // namespace puzzled
