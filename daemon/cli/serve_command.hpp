// `puzzled serve`: the daemon.
#pragma once

#include "daemon/cli/serve_options.hpp"

namespace puzzled {

/// Serves until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_serve(const ServeCommandSettings& settings);

}  // namespace puzzled
