#include "daemon/net/metrics/metric_texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <list>

#include "core/json_text.hpp"
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

void append_metric(std::string& to, const MetricRow& row, const MetricSource& source) {
  const bool is_counter = row.type == MetricRow::Type::kCounter;
  append_prometheus_head(to, row.prometheus, is_counter ? "counter" : "gauge", row.help);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string labels = row.label.empty() ? "" : prometheus_label(row.label, row.values[i]);
    append_value(to, row.prometheus, labels, row.value(source, i));
  }
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

/// An object whose members may belong to groups. A group stands where its first member is given,
/// whatever comes between that and its others.
class GroupedObject {
 public:
  /// The next value is to be appended to the result; `path` is `member` or `group.member`.
  std::string& member(std::string_view path) {
    const std::size_t dot = path.find('.');
    const std::string_view name = path.substr(0, dot);
    const bool is_group = dot != std::string_view::npos;
    const auto same = std::find_if(parts_.begin(), parts_.end(),
                                   [name](const Part& part) { return part.name == name; });
    Part& part = same == parts_.end() ? parts_.emplace_back(std::string(name), is_group) : *same;
    return is_group ? part.members.member(path.substr(dot + 1)) : part.value;
  }

  std::string text() {
    std::string text;
    JsonObject json(text);
    for (Part& part : parts_) {
      if (part.is_group) part.members.end();
      json.member(part.name) += part.value;
    }
    json.end();
    return text;
  }

 private:
  struct Part {
    Part(std::string of, bool group) : name(std::move(of)), is_group(group) {}

    std::string name;
    bool is_group;
    std::string value;
    JsonObject members{value};
  };
  std::list<Part> parts_;
};

void append_json(std::string& to, const Histogram& histogram) {
  JsonObject json(to);
  JsonArray counts(json.member("counts"));
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    append_json_number(counts.next(), histogram.count(i));
  }
  counts.end();
  json.number("sum_seconds", static_cast<double>(histogram.sum_ns()) / 1e9);
  json.end();
}

}  // namespace

void append_build_info(std::string& to, const ServerInfo& info) {
  append_prometheus_head(to, "puzzled_build_info", "gauge",
                         "Always 1; the labels say what is running.");
  append_prometheus_sample(to, "puzzled_build_info",
                           prometheus_label("version", info.version) + ',' +
                               prometheus_label("commit", info.commit) + ',' +
                               prometheus_label("isa", info.isa),
                           1);
}

void append_process_metrics(std::string& to, const ProcessUse& process) {
  static const Metrics kNoMetrics;
  static const Budget kNoBudget;
  static const ServerInfo kNoInfo;
  const MetricSource source{
      .metrics = kNoMetrics, .budget = kNoBudget, .info = kNoInfo, .process = process};
  for (const MetricRow& row : metric_rows()) {
    if (row.prometheus.starts_with("process_")) append_metric(to, row, source);
  }
}

std::string prometheus_text(const MetricSource& source) {
  std::string text;
  append_build_info(text, source.info);
  for (const MetricRow& row : metric_rows()) {
    if (!row.prometheus.empty()) append_metric(text, row, source);
  }
  for (const HistogramRow& row : histogram_rows()) {
    append_histogram(text, row, source.metrics.*row.histogram);
  }
  return text;
}

std::string status_json(const MetricSource& source) {
  GroupedObject json;
  append_json_string(json.member("host"), source.info.host);
  JsonArray listen(json.member("listen"));
  for (const std::string& address : source.info.listen) append_json_string(listen.next(), address);
  listen.end();
  append_json_string(json.member("version"), source.info.version);
  append_json_string(json.member("commit"), source.info.commit);
  append_json_string(json.member("isa"), source.info.isa);
  append_json_string(json.member("phase"), kPhaseNames[static_cast<std::size_t>(source.phase)]);
  for (const MetricRow& row : metric_rows()) {
    if (row.json.empty()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::visit([&](auto n) { append_json_number(json.member(named(row.json, row, i)), n); },
                 row.value(source, i));
    }
  }
  for (const HistogramRow& row : histogram_rows()) {
    append_json(json.member(row.json), source.metrics.*row.histogram);
  }
  return json.text();
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
