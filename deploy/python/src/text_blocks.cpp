#include "text_blocks.hpp"

#include <algorithm>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/text/block_cut.hpp"

namespace puzzled::python {

std::vector<TextBlock> cut_into_blocks(std::string_view text, std::size_t bytes) {
  const sudoku::PlainLineCounter counter = sudoku::plain_line_counter();
  sudoku::TextForm form = *sudoku::detect_form(text, true);
  std::vector<TextBlock> blocks;
  sudoku::BlockContext context;
  bool ended = false;
  for (std::size_t window = bytes; !text.empty() && !ended;) {
    const bool at_end = window >= text.size();
    const sudoku::BlockCut cut =
        sudoku::cut_block(text.substr(0, window), form, context, at_end, false, counter);
    if (cut.size == 0) {
      if (at_end) break;
      window *= 2;  // a board or a line that is longer
      continue;
    }
    form.has_quotes = cut.has_quotes;
    form.plain_lines = cut.plain_lines;
    blocks.push_back({text.substr(0, cut.size), form, context});
    text.remove_prefix(cut.size);
    context = cut.next;
    ended = cut.ended;
    window = bytes;
  }
  return blocks;
}

std::size_t block_bytes(std::size_t text_bytes, int threads) {
  constexpr std::size_t kMinBytes = std::size_t{128} << 10;
  constexpr std::size_t kMaxBytes = std::size_t{384} << 10;  // some 5000 lines, and their answers
  return std::clamp(text_bytes / (8 * static_cast<std::size_t>(threads)) + 1, kMinBytes, kMaxBytes);
}

}  // namespace puzzled::python
