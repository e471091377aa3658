// The answers of `puzzled queens` on boards: a torus, boards with holes and queens, and boards of
// region queens, from the command line or from files.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

/// Answers a request of the kind kBoards. Returns the exit status.
int run_boards(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt);

}  // namespace puzzled::commands
