// `puzzled target`: the proven best score of every board, with a grid that attains it.
#pragma once

#include "daemon/os/interrupt.hpp"
#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Runs the command; reports on stderr. Returns the exit status.
int run_target(const TargetSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
