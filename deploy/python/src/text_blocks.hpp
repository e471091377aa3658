// A whole text, cut into blocks that threads read side by side.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/stop.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::python {

/// Part of a text, as core's readers and solvers take it.
struct TextBlock {
  std::string_view text;
  sudoku::TextForm form;
  sudoku::BlockContext context;
  std::size_t number = 0;  ///< from 0
  std::size_t begin = 0;   ///< offset in the whole text
};

/// What the user says of a text, as with `puzzled solve --column --blank`.
struct TextOptions {
  std::string column;  ///< empty: found by content
  std::string blank;

  /// Refers to this. Throws a ValueError for signs that cannot be blanks.
  sudoku::FormRequest request() const;
};

/// Calls `work` for the blocks of `text`, on so many threads at once, and without the GIL; Ctrl-C
/// ends it between two blocks. The form is detected as `puzzled solve` does it. Blocks are cut when
/// a thread wants one, so that their text is in its cache. They begin in rising order, and none
/// begins after `work` has returned false. Returns the offset behind a line `end`, which ends the
/// text, if there is one.
/// Throws a ValueError if there is no such column as the options name.
/// REQUIRES: the GIL; thread_count(threads) was taken.
std::optional<std::size_t> for_each_text_block(
    std::string_view text, const TextOptions& options, int threads,
    const std::function<bool(const TextBlock&, const StopFlag&)>& work);

}  // namespace puzzled::python
