// The answers of `puzzled queens` that need no search through all solutions: one by construction,
// some at random, or whether there is one.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

/// Answers a request of the kind kSingle. Returns the exit status.
int run_single(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt);

/// Writes whether there is a solution, and ends the output. Returns the exit status.
int write_has_solution(bool is_there, bool json, Output& output);

}  // namespace puzzled::commands
