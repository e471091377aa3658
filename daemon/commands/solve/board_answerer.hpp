// `puzzled solve` of boards of other sizes than 9x9.
#pragma once

#include <functional>

#include "core/variants/text_solver.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {

/// Answers a block of such boards. `answers` are the solver's own; REQUIRES: they are empty. False
/// if the stop flag ended it, or no more is wanted.
bool answer_board_block(variants::TextSolver& solver, StreamBlock& block,
                        variants::TextAnswers& answers);

/// Answers the blocks that hold such boards.
std::function<bool(StreamBlock&)> board_answerer(const variants::TextOptions& options,
                                                 const StopFlag& stop);

}  // namespace puzzled::commands
