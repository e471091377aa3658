// The one table of what is told about the daemon: how each number is called in the text for
// Prometheus, in status.json and in the answer to `stats`, what it means, and where it comes from.
// A new metric is a row here, beside what counts it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "daemon/net/metrics/metric_source.hpp"

namespace puzzled::net {

using MetricValue = std::variant<std::uint64_t, double>;

/// Some numbers of one meaning, told apart by a label; or just one.
struct MetricRow {
  enum class Type { kCounter, kGauge };

  std::string_view prometheus;  ///< empty: not told there
  Type type;
  std::string_view help;
  std::string_view label;                    ///< name of the label; empty: one number without it
  std::span<const std::string_view> values;  ///< of the label
  /// Path in status.json, at most `group.member`; `*` stands for the label's value. Empty: not
  /// told.
  std::string_view json;
  /// Key in `stats`, with the same `*`; empty: not told.
  std::string_view stats;
  /// How many of the label's values, the first ones, `stats` tells.
  std::size_t stats_values;
  /// `i` is the place of the label's value.
  MetricValue (*value)(const MetricSource& source, std::size_t i);

  std::size_t size() const { return label.empty() ? 1 : values.size(); }
};

struct HistogramRow {
  std::string_view prometheus;
  std::string_view help;
  std::string_view json;
  const Histogram Metrics::*histogram;
};

/// In the order in which they are told.
std::span<const MetricRow> metric_rows();
std::span<const HistogramRow> histogram_rows();

}  // namespace puzzled::net
