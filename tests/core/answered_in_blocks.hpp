// Runs the cutter and the block solver over a text in pieces of chosen sizes, for tests and fuzzers
// that compare cuts with each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/text/block_cut.hpp"

namespace puzzled::sudoku {

/// Answers `text` as the product does a stream: a buffer of `capacity` bytes gains `sizes()` bytes
/// at a time and is cut whenever it can be. The blocks' answers are put together, faults with their
/// lines counted from the beginning of the stream.
template <class Sizes>
BlockAnswers answered_in_blocks(std::string_view text, const TextForm& form,
                                const AnswerOptions& options, std::size_t capacity,
                                const Sizes& sizes) {
  BlockSolver solver(options);
  BlockAnswers all;
  BlockContext context;
  std::uint32_t lines = 0;
  std::size_t begin = 0;
  std::size_t held = 0;
  while (begin < text.size()) {
    held = std::min({capacity, text.size() - begin, held + sizes()});
    const bool at_end = begin + held == text.size();
    const std::string_view piece = text.substr(begin, held);
    const BlockCut cut =
        cut_block(piece, form, context, at_end, held == capacity, plain_line_counter());
    if (cut.size == 0) continue;
    BlockAnswers answers;
    TextForm form_of_block = form;
    form_of_block.has_quotes = cut.has_quotes;
    form_of_block.plain_lines = cut.plain_lines;
    solver.answer(piece.substr(0, cut.size), form_of_block, context, answers);
    for (const Fault& fault : answers.faults) {
      all.faults.add({fault.place.line + lines, fault.place.column}, answers.faults.reason(fault));
    }
    all.text.append(answers.text.view());
    all.tally += answers.tally;
    all.account += answers.account;
    lines += static_cast<std::uint32_t>(answers.line_ends);
    context = cut.next;
    begin += cut.size;
    held -= cut.size;
    if (cut.ended) break;
  }
  return all;
}

}  // namespace puzzled::sudoku
