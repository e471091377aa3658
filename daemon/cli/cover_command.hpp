// `puzzled cover`: exact cover problems counted, listed, optimised; classic ones as examples.
#pragma once

#include "daemon/cover/request.hpp"
#include "daemon/os/interrupt.hpp"
#include "daemon/settings/option.hpp"

namespace puzzled {

/// The table of its options, bound to `settings`.
Command cover_command(CoverSettings& settings);

/// Runs the command; reports on stderr. Returns the exit status.
int run_cover(const CoverSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
