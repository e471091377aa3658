// Asks a running daemon for a pong: `puzzled serve --ping`, the health check of containers.
#pragma once

#include "core/result.hpp"
#include "daemon/base/settings/serve_settings.hpp"

namespace puzzled::net {

/// Connects to the first address on which a daemon with these settings listens, sends `ping` and
/// waits for `pong`, three seconds at most for each step. As a proxy of `proxy-from`, if we are
/// one. The error says what failed.
Result<> ping_daemon(const ServeSettings& settings);

}  // namespace puzzled::net
