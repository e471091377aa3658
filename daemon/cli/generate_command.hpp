// `puzzled generate`: puzzles with exactly one solution, the same ones for the same seed.
#pragma once

#include "daemon/os/interrupt.hpp"
#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Runs the command; reports on stderr. Returns the exit status.
int run_generate(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
