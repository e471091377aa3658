// `puzzled serve`: the daemon.
#pragma once

#include "daemon/commands/serve/serve_options.hpp"

namespace puzzled::commands {

/// Serves until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_serve(const ServeCommandSettings& settings);

}  // namespace puzzled::commands
