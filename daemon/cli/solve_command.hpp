// `puzzled solve`: files of puzzles in, one stream of answers out.
#pragma once

#include "daemon/os/interrupt.hpp"
#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Runs the command; reports on stderr. Returns the exit status.
int run_solve(const SolveSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
