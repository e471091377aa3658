// Whether the addresses of `puzzled serve` can stand side by side.
#pragma once

#include "core/result.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/base/settings/settings_layers.hpp"

namespace puzzled::commands {

/// The error names two of `listen`, of `http` or of `unix` that cannot, and says what to do. Names
/// are not looked up: what they lead to shows when the daemon listens.
Result<> check_addresses(const ServeSettings& settings, const LayeredValues& values);

}  // namespace puzzled::commands
