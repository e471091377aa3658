// Prometheus' text format, version 0.0.4, piece by piece.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace puzzled::net {

/// `name="value"`, escaped.
std::string prometheus_label(std::string_view name, std::string_view value);

/// What comes before the samples of a metric.
void append_prometheus_head(std::string& to, std::string_view name, std::string_view type,
                            std::string_view help);

/// The shortest text that reads as that number.
template <class Number>
void append_metric_number(std::string& to, Number number) {
  constexpr std::size_t kNumberBytes = 32;
  char text[kNumberBytes];
  to.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

/// `name{labels} value`; `labels` may be empty.
template <class Number>
void append_prometheus_sample(std::string& to, std::string_view name, std::string_view labels,
                              Number value) {
  to += name;
  if (!labels.empty()) to.append("{").append(labels).append("}");
  to += ' ';
  append_metric_number(to, value);
  to += '\n';
}

}  // namespace puzzled::net
