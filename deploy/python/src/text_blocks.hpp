// A whole text, cut into blocks that threads read side by side.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::python {

/// Part of a text, as core's readers and solvers take it.
struct TextBlock {
  std::string_view text;
  sudoku::TextForm form;
  sudoku::BlockContext context;
};

/// The blocks of `text`, of about `bytes` bytes each, in order. The form is detected as `puzzled
/// solve` does it. Blocks refer to `text`.
std::vector<TextBlock> cut_into_blocks(std::string_view text, std::size_t bytes);

/// A good size of blocks for so many threads.
std::size_t block_bytes(std::size_t text_bytes, int threads);

}  // namespace puzzled::python
