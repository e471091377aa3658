// The options of the daemon and of its client; rows of the table in settings.hpp.
#pragma once

#include "daemon/settings/settings.hpp"

namespace puzzled {

Command serve_command(ServeSettings& settings);
Command send_command(SendSettings& settings);

}  // namespace puzzled
