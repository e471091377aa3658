// `puzzled queens`: the number of solutions, the solutions, parts of a count and their sum.
#pragma once

#include "daemon/os/interrupt.hpp"
#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Runs the command; reports on stderr. Returns the exit status.
int run_queens(const QueensSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
