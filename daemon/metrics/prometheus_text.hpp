// The metrics as Prometheus reads them.
#pragma once

#include <string>
#include <string_view>

#include "daemon/metrics/server_info.hpp"
#include "daemon/metrics/snapshot.hpp"

namespace puzzled::serve {

/// The media type of what prometheus_text() gives.
inline constexpr std::string_view kPrometheusType = "text/plain; version=0.0.4; charset=utf-8";

/// Prometheus' text prometheus_text format, version 0.0.4. Durations are in seconds, sizes in
/// bytes.
std::string prometheus_text(const Snapshot& snapshot, const ServerInfo& info, Phase phase);

}  // namespace puzzled::serve
