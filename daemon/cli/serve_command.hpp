// `puzzled serve`: the daemon.
#pragma once

#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Serves until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_serve(const ServeSettings& settings);

}  // namespace puzzled
