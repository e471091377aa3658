// Answers of target Sudoku as text: lines, drawings for people, JSON objects.
#pragma once

#include <string>

#include "core/target_sudoku/solver.hpp"

namespace puzzled::target {

enum class AnswerForm { kLine, kPretty, kPrettyColour, kJson };

struct AnswerFormat {
  AnswerForm form = AnswerForm::kLine;
  bool score_only = false;
  bool count = false;  ///< optimal grids were asked for by number: say how many there are
};

/// Appends the answer to `puzzle`. Lines:
///
///     SCORE tab GRID                                 proven; -1 tab - without a solution
///     SCORE tab COUNT tab GRID tab GRID ...          with `count`
///     SCORE [tab COUNT]                              with `score_only`
///
/// and behind them, when stopped early, a tab and `not proven: bound B, gap G`.
void append_answer(std::string& text, const Grid& puzzle, const Weights& weights,
                   const Answer& answer, const AnswerFormat& format);

/// The answer to text that is no puzzle: `invalid REASON`, or the same as a JSON object.
void append_invalid(std::string& text, const std::string& reason, const AnswerFormat& format);

}  // namespace puzzled::target
