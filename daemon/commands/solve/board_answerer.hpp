// `puzzled solve` of boards of other sizes than 9x9.
#pragma once

#include <functional>
#include <string_view>

#include "core/result.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text_solver.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {

/// Answers the blocks that hold such boards.
std::function<bool(StreamBlock&)> board_answerer(const variants::TextOptions& options,
                                                 const StopFlag& stop);

}  // namespace puzzled::commands
