// The answers of `puzzled queens` that need no search through all solutions: one by construction,
// some at random, whether there is one, and boards of region queens at random.
#pragma once

#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

/// Answers a request of the kind kSingle. Returns the exit status.
int run_single(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt);

}  // namespace puzzled::commands
