// The metrics as Prometheus reads them.
#pragma once

#include <string>
#include <string_view>

#include "daemon/metrics/daemon_facts.hpp"
#include "daemon/metrics/snapshot.hpp"

namespace puzzled::serve {

/// The media type of what exposition() gives.
inline constexpr std::string_view kExpositionType = "text/plain; version=0.0.4; charset=utf-8";

/// Prometheus' text exposition format, version 0.0.4. Durations are in seconds, sizes in bytes.
std::string exposition(const Snapshot& snapshot, const DaemonFacts& facts, Phase phase);

}  // namespace puzzled::serve
