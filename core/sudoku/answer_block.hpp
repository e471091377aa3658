// Text in, text out: answers every puzzle in a block of text, in order. This is the whole work of
// one parallel task, and all that file, pipe and socket have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/answer_text.hpp"
#include "core/sudoku/block_cut.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/puzzle_text.hpp"
#include "core/sudoku/text_form.hpp"

namespace puzzled::sudoku {

struct AnswerOptions {
  const Engine* engine = nullptr;  ///< never null when used
  std::uint64_t limit = 1;         ///< >= 1; from 2 on, answers are `<count> TAB <solution or ->`
  AnswerStyle style = AnswerStyle::kAuto;
};

/// How many puzzles had which answer.
struct Tally {
  std::uint64_t solved = 0;      ///< at least one solution
  std::uint64_t multiple = 0;    ///< of those: more than one (known only with a limit >= 2)
  std::uint64_t unsolvable = 0;  ///< well-formed, without a solution
  std::uint64_t invalid = 0;     ///< malformed, or clues that contradict each other

  std::uint64_t puzzles() const { return solved + unsolvable + invalid; }
  Tally& operator+=(const Tally& other);
};

/// An `invalid` answer: where the fault is and where in the answers its reason stands.
struct Fault {
  TextPlace place;  ///< line counted from the block's first
  std::uint32_t reason_at = 0;
  std::uint32_t reason_size = 0;
};

struct BlockAnswers {
  std::string text;
  std::vector<Fault> faults;
  Tally tally;
  std::uint64_t line_ends = 0;  ///< line feeds in the block: what the next block's lines start at

  void clear();  ///< keeps the memory
};

/// Answers the puzzles of `block`, which was cut by cut_block() with this form and context, and
/// adds to `answers`. Answers for K puzzles come in the order of the puzzles; blank lines and
/// comments have none; a line `end` stops.
///
/// Thread-safe: no state is shared between calls. Throws only std::bad_alloc.
void answer_block(std::string_view block, const TextForm& form, const BlockContext& context,
                  const AnswerOptions& options, BlockAnswers& answers);

}  // namespace puzzled::sudoku
