// The metrics as the status page reads them.
#pragma once

#include <string>

#include "daemon/metrics/server_info.hpp"
#include "daemon/metrics/snapshot.hpp"

namespace puzzled::serve {

/// One JSON object, without line feed.
std::string status_json(const Snapshot& snapshot, const ServerInfo& info, Phase phase);

}  // namespace puzzled::serve
