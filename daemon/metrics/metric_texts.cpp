#include "daemon/metrics/metric_texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>
#include <vector>

#include "daemon/metrics/metric_table.hpp"
#include "core/json_text.hpp"

namespace puzzled::serve {
namespace {

constexpr std::size_t kNumberBytes = 32;

template <class Number>
void append_number(std::string& to, Number number) {
  char text[kNumberBytes];
  to.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

void append_number(std::string& to, const MetricValue& value) {
  std::visit([&to](auto number) { append_number(to, number); }, value);
}

/// With the label's value in place of `*`.
std::string named(std::string_view pattern, const MetricRow& row, std::size_t i) {
  std::string name(pattern);
  if (const std::size_t star = name.find('*'); star != std::string::npos) {
    name.replace(star, 1, row.values[i]);
  }
  return name;
}

// Prometheus.

std::string label(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  text += '"';
  return text;
}

void append_head(std::string& to, std::string_view name, std::string_view type,
                 std::string_view help) {
  to.append("# HELP ").append(name).append(" ").append(help).append("\n");
  to.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

template <class Number>
void append_sample(std::string& to, std::string_view name, std::string_view labels, Number value) {
  to += name;
  if (!labels.empty()) to.append("{").append(labels).append("}");
  to += ' ';
  append_number(to, value);
  to += '\n';
}

void append_histogram(std::string& to, const HistogramRow& row, const Histogram& histogram) {
  append_head(to, row.prometheus, "histogram", row.help);
  const std::string name(row.prometheus);
  std::uint64_t total = 0;
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    total += histogram.count(i);
    std::string bound = "+Inf";
    if (i + 1 < Histogram::kBuckets) {
      bound.clear();
      append_number(bound, static_cast<double>(std::uint64_t{1} << i) / 1e6);
    }
    append_sample(to, name + "_bucket", label("le", bound), total);
  }
  append_sample(to, name + "_sum", "", static_cast<double>(histogram.sum_ns()) / 1e9);
  append_sample(to, name + "_count", "", total);
}

// JSON: an object whose members are numbers, texts or such objects.

class JsonMembers {
 public:
  /// The text of `path`, `member` or `group.member`, to which its value is to be appended.
  std::string& at(std::string_view path) {
    const std::size_t dot = path.find('.');
    std::string& members = group(dot == std::string_view::npos ? "" : path.substr(0, dot));
    if (!members.empty()) members += ',';
    append_json_string(members, path.substr(dot == std::string_view::npos ? 0 : dot + 1));
    members += ':';
    return members;
  }

  std::string text() const {
    std::string json = "{" + groups_.front().second;
    for (std::size_t i = 1; i < groups_.size(); ++i) {
      if (json.size() > 1) json += ',';
      append_json_string(json, groups_[i].first);
      json += ":{" + groups_[i].second + '}';
    }
    return json + '}';
  }

 private:
  std::string& group(std::string_view name) {
    for (auto& [known, members] : groups_) {
      if (known == name) return members;
    }
    return groups_.emplace_back(name, "").second;
  }

  /// Name and members; the first one is the object itself.
  std::vector<std::pair<std::string, std::string>> groups_{{"", ""}};
};

std::string json_of(const Histogram& histogram) {
  std::string json = "{\"counts\":[";
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    if (i > 0) json += ',';
    append_number(json, histogram.count(i));
  }
  json += "],\"sum_seconds\":";
  append_number(json, static_cast<double>(histogram.sum_ns()) / 1e9);
  return json + '}';
}

}  // namespace

std::string prometheus_text(const MetricSource& source) {
  std::string text;
  append_head(text, "puzzled_build_info", "gauge", "Always 1; the labels say what is running.");
  append_sample(text, "puzzled_build_info",
                label("version", source.info.version) + ',' + label("isa", source.info.isa), 1);
  for (const MetricRow& row : metric_rows()) {
    if (row.prometheus.empty()) continue;
    const bool is_counter = row.type == MetricRow::Type::kCounter;
    append_head(text, row.prometheus, is_counter ? "counter" : "gauge", row.help);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string labels = row.label.empty() ? "" : label(row.label, row.values[i]);
      append_sample(text, row.prometheus, labels, row.value(source, i));
    }
  }
  for (const HistogramRow& row : histogram_rows()) {
    append_histogram(text, row, source.metrics.*row.histogram);
  }
  return text;
}

std::string status_json(const MetricSource& source) {
  JsonMembers json;
  append_json_string(json.at("version"), source.info.version);
  append_json_string(json.at("isa"), source.info.isa);
  append_json_string(json.at("phase"), kPhaseNames[static_cast<std::size_t>(source.phase)]);
  for (const MetricRow& row : metric_rows()) {
    if (row.json.empty()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) {
      append_number(json.at(named(row.json, row, i)), row.value(source, i));
    }
  }
  for (const HistogramRow& row : histogram_rows()) {
    json.at(row.json) += json_of(source.metrics.*row.histogram);
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

}  // namespace puzzled::serve
