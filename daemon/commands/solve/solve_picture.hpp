// `puzzled solve --svg`.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/solve/solve_settings.hpp"

namespace puzzled::commands {

/// Draws the first puzzle with its solution. Returns the exit status.
int draw_solution(const SolveSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
