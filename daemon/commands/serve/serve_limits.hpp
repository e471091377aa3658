// The limits of `puzzled serve`: those rows of its table that bound what clients may take.
#pragma once

#include "daemon/base/settings/option.hpp"
#include "daemon/base/settings/serve_settings.hpp"

namespace puzzled::commands {

/// Appends the rows, bound to `settings`, to the table of `serve`.
void add_limit_options(Command& serve, ServeSettings& settings);

}  // namespace puzzled::commands
