#include "daemon/net/metrics/metric_texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/net/metrics/metric_table.hpp"
#include "daemon/net/metrics/prometheus_writer.hpp"

namespace puzzled::net {
namespace {

/// With the label's value in place of `*`.
std::string named(std::string_view pattern, const MetricRow& row, std::size_t i) {
  std::string name(pattern);
  if (const std::size_t star = name.find('*'); star != std::string::npos) {
    name.replace(star, 1, row.values[i]);
  }
  return name;
}

// Prometheus.

/// A value of either kind.
void append_value(std::string& to, std::string_view name, std::string_view labels,
                  const MetricValue& value) {
  std::visit([&](auto number) { append_prometheus_sample(to, name, labels, number); }, value);
}

void append_histogram(std::string& to, const HistogramRow& row, const Histogram& histogram) {
  append_prometheus_head(to, row.prometheus, "histogram", row.help);
  const std::string name(row.prometheus);
  std::uint64_t total = 0;
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    total += histogram.count(i);
    std::string bound = "+Inf";
    if (i + 1 < Histogram::kBuckets) {
      bound.clear();
      append_metric_number(bound, static_cast<double>(std::uint64_t{1} << i) / 1e6);
    }
    append_prometheus_sample(to, name + "_bucket", prometheus_label("le", bound), total);
  }
  append_prometheus_sample(to, name + "_sum", "", static_cast<double>(histogram.sum_ns()) / 1e9);
  append_prometheus_sample(to, name + "_count", "", total);
}

// JSON.

using Json = nlohmann::ordered_json;

/// The member at `path`, `member` or `group.member`.
Json& at(Json& json, std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return json[std::string(path)];
  return json[std::string(path.substr(0, dot))][std::string(path.substr(dot + 1))];
}

Json json_of(const Histogram& histogram) {
  Json counts = Json::array();
  for (int i = 0; i < Histogram::kBuckets; ++i) counts.push_back(histogram.count(i));
  return {{"counts", std::move(counts)},
          {"sum_seconds", static_cast<double>(histogram.sum_ns()) / 1e9}};
}

}  // namespace

std::string prometheus_text(const MetricSource& source) {
  std::string text;
  append_prometheus_head(text, "puzzled_build_info", "gauge",
                         "Always 1; the labels say what is running.");
  append_prometheus_sample(text, "puzzled_build_info",
                           prometheus_label("version", source.info.version) + ',' +
                               prometheus_label("isa", source.info.isa),
                           1);
  for (const MetricRow& row : metric_rows()) {
    if (row.prometheus.empty()) continue;
    const bool is_counter = row.type == MetricRow::Type::kCounter;
    append_prometheus_head(text, row.prometheus, is_counter ? "counter" : "gauge", row.help);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string labels =
          row.label.empty() ? "" : prometheus_label(row.label, row.values[i]);
      append_value(text, row.prometheus, labels, row.value(source, i));
    }
  }
  for (const HistogramRow& row : histogram_rows()) {
    append_histogram(text, row, source.metrics.*row.histogram);
  }
  return text;
}

std::string status_json(const MetricSource& source) {
  Json json{{"version", source.info.version},
            {"isa", source.info.isa},
            {"phase", kPhaseNames[static_cast<std::size_t>(source.phase)]}};
  for (const MetricRow& row : metric_rows()) {
    if (row.json.empty()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::visit([&](auto number) { at(json, named(row.json, row, i)) = number; },
                 row.value(source, i));
    }
  }
  for (const HistogramRow& row : histogram_rows()) {
    at(json, row.json) = json_of(source.metrics.*row.histogram);
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string stats_line(const Metrics& metrics, const Budget& budget) {
  static const ServerInfo kNoInfo;
  const MetricSource source{.metrics = metrics, .budget = budget, .info = kNoInfo};
  // Asked for in floods, too: one piece of memory, and no text on the way.
  std::array<char, kStatsAnswerBytes> text;
  char* to = text.data();
  const auto append = [&to](std::string_view part) {
    to = std::copy(part.begin(), part.end(), to);
  };
  for (const MetricRow& row : metric_rows()) {
    for (std::size_t i = 0; i < row.stats_values; ++i) {
      if (to != text.data()) *to++ = ' ';
      const std::size_t star = row.stats.find('*');
      append(row.stats.substr(0, star));
      if (star != std::string_view::npos) append(row.values[i]);
      *to++ = '=';
      to = std::to_chars(to, to + 20, std::get<std::uint64_t>(row.value(source, i))).ptr;
    }
  }
  *to++ = '\n';
  return {text.data(), to};
}

}  // namespace puzzled::net
