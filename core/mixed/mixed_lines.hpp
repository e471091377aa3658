// Solves puzzles of 9x9 and lines that state a board with its rules, as they come.
#pragma once

#include <functional>
#include <string_view>

#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text_solver.hpp"

namespace puzzled::mixed {

/// Answers the puzzles of a text of 9x9 as a BlockSolver does that hands boards over.
using AnswerClassic =
    std::function<void(std::string_view text, const sudoku::TextForm& form,
                       const sudoku::BlockContext& context, sudoku::BlockAnswers& answers)>;

/// For one thread at a time.
class MixedLines {
 public:
  /// `boards` are the options of lines with rules.
  explicit MixedLines(variants::TextOptions boards) : solver_(std::move(boards)) {}

  /// Answers a block. It looks for lines with rules only where some line was not read as a puzzle,
  /// and answers such a block once more: others cost nothing. False if it was stopped.
  bool answer(std::string_view block, const sudoku::TextForm& form,
              const sudoku::BlockContext& context, const AnswerClassic& classic,
              sudoku::BlockAnswers& answers);

 private:
  variants::TextSolver solver_;
  variants::TextAnswers of_rules_;
  sudoku::BlockAnswers of_puzzles_;
};

}  // namespace puzzled::mixed
