// `puzzled solve` of boards of other sizes than 9x9.
#pragma once

#include <functional>

#include "core/sudoku/answer_writer.hpp"
#include "core/variants/text_solver.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {

/// Adds answers of boards to those of puzzles of 9x9.
void add_answers(const variants::TextAnswers& from, sudoku::BlockAnswers& to);

/// Answers the blocks that hold such boards.
std::function<bool(StreamBlock&)> board_answerer(const variants::TextOptions& options,
                                                 const StopFlag& stop);

}  // namespace puzzled::commands
