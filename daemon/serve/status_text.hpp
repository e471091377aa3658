// The metrics as `stats` answers them and as the status page reads them.
#pragma once

#include <string>

#include "daemon/serve/daemon_facts.hpp"
#include "daemon/serve/snapshot.hpp"

namespace puzzled::serve {

/// The answer to `stats`: `name=value` separated by spaces, without line feed.
std::string stats_line(const Snapshot& snapshot);

/// The same and more as one JSON object, for the status page.
std::string status_json(const Snapshot& snapshot, const DaemonFacts& facts, Phase phase);

}  // namespace puzzled::serve
