// The metrics as text in each format, made from metric_table.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "daemon/net/metrics/metric_source.hpp"

namespace puzzled::net {

/// Prometheus' text format, version 0.0.4. Durations are in seconds, sizes in bytes.
std::string prometheus_text(const MetricSource& source);

/// The media type of that.
inline constexpr std::string_view kPrometheusType = "text/plain; version=0.0.4; charset=utf-8";

/// The part of it that says what the process uses: the metrics `process_…`, which every exporter
/// has.
void append_process_metrics(std::string& to, const ProcessUse& process);

/// `puzzled_build_info`, whose labels say what is running.
void append_build_info(std::string& to, const ServerInfo& info);

/// For the status page: one JSON object, without line feed.
std::string status_json(const MetricSource& source);

/// The answer to `stats` with its line feed: `key=value`, separated by spaces.
std::string stats_line(const Metrics& metrics, const Budget& budget);

/// The most bytes that it takes, without a tag: `name=` and a number of up to 20 digits for each
/// verb and for 15 other counters.
inline constexpr std::uint64_t kStatsAnswerBytes = 512 + 64 * kVerbCount;

}  // namespace puzzled::net
