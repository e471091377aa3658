// The one table of metrics: the name of each number in the text for Prometheus, in status.json and
// in the answer to `stats`, its meaning, and its source. A new metric is a row here and the code
// that counts it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "daemon/net/metrics/metric_source.hpp"

namespace puzzled::net {

using MetricValue = std::variant<std::uint64_t, double>;

/// A number, or several of one meaning with different labels.
struct MetricRow {
  enum class Type { kCounter, kGauge };

  std::string_view prometheus;  ///< empty: not exported
  Type type;
  std::string_view help;
  /// Path in status.json, at most `group.member`; `*` stands for the label's value. Empty: not
  /// told.
  std::string_view json;
  /// `i` is the place of the label's value.
  MetricValue (*value)(const MetricSource& source, std::size_t i);
  /// Key in `stats`, with the same `*`; empty: not told.
  std::string_view stats{};
  /// `stats` has only the first so many of the label's values.
  std::size_t stats_values = 0;
  std::string_view label{};                    ///< its name; empty: one number without it
  std::span<const std::string_view> values{};  ///< of the label

  std::size_t size() const { return label.empty() ? 1 : values.size(); }
};

struct HistogramRow {
  std::string_view prometheus;
  std::string_view help;
  std::string_view json;
  const Histogram Metrics::*histogram;
};

/// In the order of the output.
std::span<const MetricRow> metric_rows();
std::span<const HistogramRow> histogram_rows();

}  // namespace puzzled::net
