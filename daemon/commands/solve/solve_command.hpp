// `puzzled solve`: files of puzzles in, one stream of answers out.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/solve/solve_settings.hpp"

namespace puzzled::commands {

Command solve_command(SolveSettings& settings);

/// An error for settings that contradict each other; where a flag contradicts a variable, the flag
/// holds.
Result<> check_solve(SolveSettings& settings, const LayeredValues& values);
int run_solve(const SolveSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
