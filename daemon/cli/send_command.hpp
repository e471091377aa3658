// `puzzled send`: a pipelining client and load generator.
#pragma once

#include "daemon/os/interrupt.hpp"
#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Returns the exit status. REQUIRES: SIGPIPE is ignored.
int run_send(const SendSettings& settings, Interrupt& interrupt);

}  // namespace puzzled
