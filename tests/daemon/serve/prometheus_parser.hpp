// A strict reader of Prometheus' text prometheus_text format 0.0.4, written from its description
// and not from our writer: it fails a test wherever a page breaks the rules.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace puzzled::net {

struct PrometheusTextMetric {
  std::string type;
  std::string help;
  /// By name and labels as they stand: `name{a="b"}`.
  std::map<std::string, double> samples;
};

/// By name. Checked beside the form: every metric has HELP and TYPE, in front of its samples, once;
/// no sample occurs twice; counters end in _total and, like histograms, are not negative; a
/// histogram's buckets rise in le and in count and end with +Inf, which equals its count.
std::map<std::string, PrometheusTextMetric> parse_exposition(std::string_view page);

}  // namespace puzzled::net
