// `puzzled queens`: the number of solutions, the solutions, parts of a count and their sum.
#pragma once

#include "daemon/os/interrupt.hpp"
#include "daemon/queens/request.hpp"
#include "daemon/settings/option.hpp"

namespace puzzled {

/// The table of its options, bound to `settings`.
Command queens_command(QueensSettings& settings);

/// Runs the command; reports on stderr. Returns the exit status.
int run_queens(const QueensSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
