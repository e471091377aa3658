// The board whose solutions are counted in units.
#pragma once

#include "core/queens/boards/board.hpp"
#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

/// The board of the request, or the only one of its file. The error: there is another number of
/// boards, or it has regions or is none. REQUIRES: request.counts_board.
Result<queens::Board> counted_board(const QueensRequest& request, Interrupt& interrupt);

}  // namespace puzzled::commands
